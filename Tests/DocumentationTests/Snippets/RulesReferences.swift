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
    let people = ReferenceTable<Int, Person>()
    let personRule = ClassRule(Person())
      .define(in: people, "id", IntRule)
      .optionalReference("boss", to: people, IntRule) { $0.boss = $1 }
    let everybody = ArrayRule(itemRule: personRule).resolvingReferences()
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
      let scope = ReferenceScope()
      let departments = try departmentsRule.validateData(departmentsData, in: scope)
      let employees = try employeesRule.validateData(employeesData, in: scope)
      try scope.resolve()
      #expect(employees[0].department === departments[0])
    }
  }
}
