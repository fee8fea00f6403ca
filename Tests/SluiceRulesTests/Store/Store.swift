import Foundation
import SluiceImportTestSupport

/// Replaces the managed object context of Bender's Core Data example: a store that makes objects
/// and saves them, here in SQLite.
///
/// Protected by a lock, so that rules can store it and be used from any thread.
final class Store: @unchecked Sendable {
  private let lock = NSRecursiveLock()
  private var employees: [Employee] = []
  private var departments: [Department] = []

  func makeEmployee() -> Employee {
    lock.withLock {
      let employee = Employee()
      employees.append(employee)
      return employee
    }
  }

  func makeDepartment() -> Department {
    lock.withLock {
      let department = Department()
      departments.append(department)
      return department
    }
  }

  /// Links the employee to the department of that name, if it exists.
  func link(_ employee: Employee, toDepartmentNamed name: String) {
    lock.withLock {
      guard let department = departments.first(where: { $0.name == name }) else { return }
      employee.department = department
      department.employees.append(employee)
    }
  }

  /// Writes everything into its own tables, in one transaction.
  func save(to path: String) throws {
    try lock.withLock {
      let database = try TestDatabase(path)
      try database.execute("BEGIN")
      try database.execute("CREATE TABLE department (id INTEGER PRIMARY KEY, name TEXT NOT NULL)")
      try database.execute(
        "CREATE TABLE employee (name TEXT NOT NULL, department INTEGER REFERENCES department)")
      var ids: [ObjectIdentifier: Int] = [:]
      for (i, department) in departments.enumerated() {
        ids[ObjectIdentifier(department)] = i + 1
        try database.execute(
          "INSERT INTO department VALUES (\(i + 1), \(Store.literal(department.name)))")
      }
      for employee in employees {
        let id = employee.department.flatMap { ids[ObjectIdentifier($0)] }
        try database.execute(
          "INSERT INTO employee VALUES (\(Store.literal(employee.name)), \(id.map { "\($0)" } ?? "NULL"))"
        )
      }
      try database.execute("COMMIT")
    }
  }

  private static func literal(_ text: String) -> String {
    "'\(text.replacingOccurrences(of: "'", with: "''"))'"
  }
}

final class Employee {
  var name = ""
  weak var department: Department?
}

final class Department {
  var name = ""
  var employees: [Employee] = []
}
