import Foundation
import Sluice
import SluiceRules
import Testing

@Suite("Snippets: SluiceRules, references")
struct RulesReferenceSnippets {
  final class Person {
    weak var boss: Person?
  }

  final class Department {
    var employees: [Employee] = []
  }

  final class Employee {
    weak var department: Department?
  }

  @Test("objects that refer to each other")
  func references() throws {
    // example RulesAndReferences.md: let people = ReferenceTable<Int, Person>()
    let read = try everybody.validateData(#"[{"id": 1, "boss": 2}, {"id": 2}]"#)
    #expect(read[0].boss === read[1])
  }

  @Test("documents that refer to each other")
  func documents() throws {
    let departments = ReferenceTable<String, Department>()
    let departmentsRule = ArrayRule(
      itemRule: ClassRule(Department()).define(in: departments, "name", StringRule))
    let employeesRule = ArrayRule(
      itemRule: ClassRule(Employee())
        .expectReference("department", to: departments, StringRule) { $0.department = $1 })
    let departmentsData = Data(#"[{"name": "Marketing"}]"#.utf8)
    let employeesData = Data(#"[{"department": "Marketing"}]"#.utf8)
    do {
      // example RulesAndReferences.md: let scope = ReferenceScope()
      #expect(employees[0].department === departments[0])
    }
  }
}
