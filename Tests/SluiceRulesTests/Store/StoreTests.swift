import Foundation
import Sluice
import SluiceFeed
import SluiceImportTestSupport
import SluiceRules
import TestSupport
import Testing

@Suite("Rules that make objects in a store")
struct StoreTests {
  func employeeRule(in store: Store) -> ClassRule<Employee> {
    ClassRule(store.makeEmployee())
      .expect("name", StringRule, { $0.name = $1 }) { $0.name }
      .optional("departmentName", StringRule) { employee, name in
        store.link(employee, toDepartmentNamed: name)
      }
      .optional("departmentName", StringRule) { $0.department?.name }
  }

  func departmentRule(in store: Store) -> ClassRule<Department> {
    ClassRule(store.makeDepartment()).expect("name", StringRule, { $0.name = $1 }) { $0.name }
  }

  @Test("employees are linked to their departments by name, and saved with them")
  func saved() throws {
    let folder = try TemporaryFolder()
    let store = Store()
    let departments = try ArrayRule(itemRule: departmentRule(in: store)).validateData(
      #"[{"name": "Marketing"}, {"name": "Research & 'Development'"}]"#)
    let rule = employeeRule(in: store)
    let john = try rule.validateData(#"{"name": "John Doe", "departmentName": "Marketing"}"#)
    _ = try rule.validateData(
      #"{"name": "Ada", "departmentName": "Research & 'Development'"}"#)
    _ = try rule.validateData(#"{"name": "Nobody", "departmentName": "Sales"}"#)
    #expect(john.department === departments[0] && departments[0].employees.count == 1)
    #expect(try rule.dump(john) == ["name": "John Doe", "departmentName": "Marketing"])

    try store.save(to: folder["store.sqlite"])
    let database = try TestDatabase(folder["store.sqlite"])
    #expect(
      try database.rows(
        """
        SELECT employee.name, department.name FROM employee
        LEFT JOIN department ON department.id = employee.department ORDER BY employee.rowid
        """) == [
          "'John Doe'|'Marketing'", "'Ada'|'Research & 'Development''", "'Nobody'|NULL",
        ])
  }

  @Test("an invalid object is not made in the store")
  func notMade() throws {
    let folder = try TemporaryFolder()
    let store = Store()
    let rule = employeeRule(in: store)
    #expect(throws: RuleError.self) { try rule.validateData(#"{"departmentName": "Marketing"}"#) }
    #expect(throws: RuleError.self) {
      try rule.validateData(#"{"name": "John", "departmentName": 7}"#)
    }
    try store.save(to: folder["store.sqlite"])
    #expect(try TestDatabase(folder["store.sqlite"]).rows("SELECT * FROM employee").isEmpty)
  }

  @Test("several threads read a feed of employees into one store")
  func feeds() async throws {
    let folder = try TemporaryFolder()
    let store = Store()
    _ = try departmentRule(in: store).validateData(#"{"name": "Marketing"}"#)
    let rule = employeeRule(in: store)
    try await withThrowingTaskGroup(of: Int64.self) { group in
      for task in 0..<4 {
        group.addTask {
          let lines = (0..<50).map {
            #"{"name": "\#(task)-\#($0)", "departmentName": "Marketing"}"#
          }.joined(separator: "\n")
          var feed = try JSONFeed(.bytes(Array(lines.utf8), name: "employees"))
          return try feed.validate(rule) { _ in }.records
        }
      }
      var count: Int64 = 0
      for try await records in group { count += records }
      #expect(count == 200)
    }
    try store.save(to: folder["store.sqlite"])
    #expect(
      try TestDatabase(folder["store.sqlite"]).rows(
        "SELECT count(DISTINCT name), count(department) FROM employee") == ["200|200"])
  }
}
