import Foundation
import Sluice
import SluiceRules
import Testing

/// The unchanged examples of Bender's README, except the import, `Any` in signatures, and one that
/// does not type-check (the README's tuple of a `String` and an `Int` bound by `Int64Rule`).
@Suite("Snippets: coming from Bender")
struct RulesBenderSnippets {
  class Folder {
    var name: String!
    var size: Int64!
    var folders: [Folder]?
  }

  static let text = #"""
    {"title": "root", "size": 128, "folders": [{"title": "home", "size": 256}]}
    """#

  @Test("classes")
  func classes() throws {
    let folderRule = ClassRule(Folder())
      .expect("title", StringRule) { $0.name = $1 }
      .expect("size", Int64Rule) { $0.size = $1 }
    folderRule.optional("folders", ArrayRule(itemRule: folderRule)) { $0.folders = $1 }
    let json = try JSON(parsing: Self.text)
    let folder = try folderRule.validate(json)  // 'folder' is of type Folder
    #expect(folder.name == "root" && folder.size == 128)
    #expect(folder.folders?.first?.name == "home" && folder.folders?.first?.size == 256)
  }

  @Test("dumps")
  func dump() throws {
    let folderRule = ClassRule(Folder())
      .expect("title", StringRule, { $0.name = $1 }) { $0.name }
      .expect("size", Int64Rule, { $0.size = $1 }) { $0.size }
    folderRule
      .optional("folders", ArrayRule(itemRule: folderRule), { $0.folders = $1 }) { $0.folders }
    let folder = try folderRule.validateData(Data(Self.text.utf8))
    let json = try folderRule.dump(folder)
    #expect(json == (try JSON(parsing: Self.text)))
  }

  @Test("error handling")
  func errors() throws {
    let folderRule = ClassRule(Folder())
      .expect("title", StringRule) { $0.name = $1 }
      .expect("size", Int64Rule) { $0.size = $1 }
    folderRule.optional("folders", ArrayRule(itemRule: folderRule)) { $0.folders = $1 }
    let json = try JSON(
      parsing: #"""
        {"title": "root", "size": 128, "folders": [{"title": "home", "size": "256 Error!"}]}
        """#)
    let error = try #require(throws: RuleError.self) { try folderRule.validate(json) }
    #expect(
      error.description == """
        Unable to validate optional field "folders" for Folder.
        Unable to validate array of Folder: item #0 could not be validated.
        Unable to validate mandatory field "size" for Folder.
        Value of unexpected type found: "256 Error!". Expected Int64.
        """)
  }

  @Test("arrays that leave bad items out")
  func arrays() throws {
    let someRule = IntRule
    let someArrayRule = ArrayRule(itemRule: someRule) {
      print("Error: \($0)")
      // If you still want to throw an error here, you can. Just do it:
      // throw TheError("I am sure this is an unrecoverable error: \($0)")
    }
    #expect(try someArrayRule.validateData(#"[1, "x", 3]"#) == [1, 3])
  }

  @Test("structs")
  func structs() throws {
    struct Folder {
      var name: String
      var size: Int64
      var folders: [Folder]?
      init(name: String, size: Int64) {
        self.name = name
        self.size = size
      }
    }
    let folderRule = StructRule(ref(Folder(name: "", size: 0)))
      .expect("title", StringRule, { $0.value.name = $1 }) { $0.name }
      .expect("size", Int64Rule, { $0.value.size = $1 }) { $0.size }
    folderRule
      .optional("folders", ArrayRule(itemRule: folderRule), { $0.value.folders = $1 }) {
        $0.folders
      }
    let folder = try folderRule.validateData(Data(Self.text.utf8))
    #expect(folder.folders?.first?.name == "home")
    #expect(try folderRule.dump(folder) == JSON(parsing: Self.text))
  }

  @Test("tuples")
  func tuples() throws {
    let folderRule = StructRule(ref(("", 0 as Int64)))
      .expect("title", StringRule, { $0.value.0 = $1 }) { $0.0 }
      .expect("size", Int64Rule, { $0.value.1 = $1 }) { $0.1 }
    let newJson = try folderRule.dump(("home dir", 512))
    let tuple = try folderRule.validate(newJson)
    #expect(newJson == ["title": "home dir", "size": 512])
    #expect(tuple == ("home dir", 512))
  }

  @Test("JSON paths")
  func paths() throws {
    class User {
      var id: String!
      var name: String!
    }
    let rule = ClassRule(User())
      .expect("message" / "payload" / "createdBy" / "user" / "id", StringRule) { $0.id = $1 }
      .expect("message" / "payload" / "createdBy" / "user" / "login", StringRule) { $0.name = $1 }
    let user = try rule.validateData(
      #"""
      {"message": {"payload": {"createdBy": {"user": {"id": "123456", "login": "johndoe@mail.com"}}}}}
      """#)
    #expect(user.id == "123456" && user.name == "johndoe@mail.com")
  }

  @Test("a custom rule")
  func ownRule() throws {
    struct UpperRule: Rule {
      typealias V = String
      func validate(_ json: JSONCursor) throws -> String {
        try StringRule.validate(json).uppercased()
      }
      func dump(_ value: String) throws -> JSON { try StringRule.dump(value.lowercased()) }
    }
    let rule = StructRule(ref("")).expect("a", UpperRule(), { $0.value = $1 }) { $0 }
    #expect(try rule.validateData(#"{"a": "x"}"#) == "X")
    #expect(try rule.dump("X") == ["a": "x"])
  }
}

@Suite("Snippets: Bender's Core Data example")
struct RulesStoreSnippets {
  final class Employee {
    var name: String?
    weak var department: Department?
  }

  final class Department {
    var name: String?
    var employees: [Employee] = []
  }

  /// Replaces a managed object context; protected by a lock, so that rules can store it.
  final class Store: @unchecked Sendable {
    private let lock = NSRecursiveLock()
    private var departments: [Department] = []
    private(set) var employees: [Employee] = []

    func makeEmployee() -> Employee {
      lock.withLock {
        employees.append(Employee())
        return employees[employees.count - 1]
      }
    }

    func makeDepartment() -> Department {
      lock.withLock {
        departments.append(Department())
        return departments[departments.count - 1]
      }
    }

    func link(_ employee: Employee, toDepartmentNamed name: String) {
      lock.withLock {
        guard let found = departments.first(where: { $0.name == name }) else { return }
        employee.department = found
        found.employees.append(employee)
      }
    }
  }

  // example ComingFromBender.md: func employeeRule(in store: Store) -> ClassRule<Employee> {

  func departmentRule(in store: Store) -> ClassRule<Department> {
    ClassRule(store.makeDepartment())
      .expect("name", StringRule) { $0.name = $1 }
  }

  @Test("objects are made in a store, and linked by a name")
  func store() throws {
    let store = Store()
    let department = try departmentRule(in: store).validateData(#"{"name": "Marketing"}"#)
    let employee = try employeeRule(in: store).validateData(
      #"{"name": "John Doe", "departmentName": "Marketing"}"#)
    #expect(employee.department === department && department.employees.count == 1)
    #expect(throws: RuleError.self) { try employeeRule(in: store).validateData("{}") }
    #expect(store.employees.count == 1)
  }
}
