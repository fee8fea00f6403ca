import Foundation
import Sluice
import SluiceRules
import Synchronization
import Testing

@Suite("Rules that contain themselves")
struct RecursionTests {
  static let folder: StructRule<FolderValue> = {
    let rule = StructRule(ref(FolderValue(name: "", size: 0)))
      .expect("name", StringRule, { $0.value.name = $1 }) { $0.name }
      .expect("size", Int64Rule, { $0.value.size = $1 }) { $0.size }
    rule.optional("folders", ArrayRule(itemRule: rule), { $0.value.folders = $1 }) { $0.folders }
    return rule
  }()

  @Test("nested folders are read and written back")
  func folders() throws {
    let text = #"""
      {"name":"a","size":1,"folders":[{"name":"b","size":2},{"name":"c","size":3,"folders":[{"name":"d","size":4,"folders":[]}]}]}
      """#
    let folder = try Self.folder.validated(text)
    #expect(folder.folders?.count == 2 && folder.folders?[1].folders?[0].name == "d")
    #expect(try Self.folder.written(folder) == text)
    #expect(try Self.folder.validate(Self.folder.dump(folder)) == folder)
  }

  /// Objects in objects: `{"in":{"in":…{}}}`.
  static func objects(_ depth: Int) -> String {
    String(repeating: #"{"in":"#, count: depth - 1) + "{}"
      + String(repeating: "}", count: depth - 1)
  }

  static func arrays(_ depth: Int) -> String {
    String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
  }

  static let depth: StructRule<Int> = {
    let rule = StructRule(ref(1))
    return rule.optional("in", rule) { $0.value += $1 }
  }()

  struct Arrays: Rule {
    func validate(_ json: JSONCursor) throws -> Int {
      1 + (try ArrayRule(itemRule: Arrays()).validate(json).reduce(0, +))
    }
    func dump(_ value: Int) throws -> JSON { .null }
  }

  @Test("a document at the depth limit is read; one level more is a descriptive error")
  func limit() throws {
    for limit in [1, 2, 50] {
      #expect(try Self.depth.validated(Self.objects(limit), depthLimit: limit) == limit)
      let error = try #require(throws: JSONError.self) {
        try Self.depth.validated(Self.objects(limit + 1), depthLimit: limit)
      }
      #expect(error.code == .depthExceeded)
      #expect(error.description.contains("nesting of at most \(limit) levels"))
      #expect(try Arrays().validated(Self.arrays(limit), depthLimit: limit) == limit)
      #expect(throws: JSONError.self) {
        try Arrays().validated(Self.arrays(limit + 1), depthLimit: limit)
      }
    }
    let framed = try #require(throws: RuleError.self) {
      try Self.depth.validateData(Self.objects(1025))
    }
    #expect(framed.description.contains("nesting of at most 1024 levels"))
  }

  @Test(
    "on a thread with little stack, deep documents are read or rejected, and never overflow it",
    arguments: [256 << 10, 512 << 10, 1 << 20, 16 << 20],
    ["objects", "arrays", "folders", "strings"])
  func smallStack(size: Int, what: String) throws {
    let read: @Sendable (Int) -> Result<Int, any Error> = { depth in
      Result {
        switch what {
        case "objects": return try Self.depth.validated(Self.objects(depth), depthLimit: 4096)
        case "arrays": return try Arrays().validated(Self.arrays(depth), depthLimit: 4096)
        case "folders":
          let text =
            String(repeating: #"{"name":"","size":1,"folders":["#, count: depth - 1)
            + #"{"name":"","size":1}"# + String(repeating: "]}", count: depth - 1)
          var folder: FolderValue? = try Self.folder.validated(text, depthLimit: 4096)
          var count = 0
          while let next = folder {
            count += 1
            folder = next.folders?.first
          }
          return count
        default:
          // A document in a string at the bottom of another continues at the outer depth.
          let inner = StructRule(ref(0)).optional(
            "in", StringifiedJSONRule(nestedRule: Self.depth)
          ) { $0.value = $1 }
          let outer = StructRule(ref(0)).optional("in", inner) { $0.value = $1 }
          return try outer.validated(
            #"{"in": {"in": "\#(Self.objects(depth).replacing("\"", with: "\\\""))"}}"#,
            depthLimit: 4096)
        }
      }
    }
    for depth in [10, 1000, 2100, 4000] {
      let result = try onThread(stackSize: size) { read(depth) }
      switch result {
      case .success(let found): #expect(found == depth && depth <= 1000)
      case .failure(let error as JSONError):
        #expect(depth > 10 && (depth > 1000 || size < 16 << 20))
        #expect(error.code == .depthExceeded, "\(error)")
      case .failure(let error): Issue.record(error)
      }
    }
  }

  /// Runs `body` on a thread with this much stack.
  private func onThread<R: Sendable>(
    stackSize: Int, _ body: @escaping @Sendable () -> R
  ) throws -> R {
    let done = DispatchSemaphore(value: 0)
    let result = Mutex<R?>(nil)
    let thread = Thread {
      let value = body()
      result.withLock { $0 = value }
      done.signal()
    }
    thread.stackSize = stackSize
    thread.start()
    done.wait()
    return try #require(result.withLock { $0 })
  }
}
