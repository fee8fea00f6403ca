import Testing

/// A reader who meets `State` in a module should know which one is meant.
@Suite("Names of types and functions within a module")
struct TypeNameTests {
  /// The modules in Sources that have Swift code.
  private static let modules = Result {
    Set(
      try Repository.paths().filter { $0.hasPrefix("Sources/") && $0.hasSuffix(".swift") }
        .map { String($0.split(separator: "/")[1]) }
    ).sorted()
  }

  // Clients read public names with their types' (`JSONView.Elements.Iterator`), and protocols require some.
  @Test("no two types that clients don't see have one name")
  func types() throws {
    let declaration =
      /(?m)^ *(?:@\w+(?:\([^)]*\))? )*(?<access>(?:\w+ )*?)(?:struct|class|enum|protocol|actor) (?<name>\w+)/
    for module in try Self.modules.get() {
      var places: [String: [String]] = [:]
      for (path, code) in try Repository.code(of: module) {
        for match in code.matches(of: declaration) where !match.access.contains("public ") {
          places[String(match.name), default: []].append(path)
        }
      }
      for (name, paths) in places where paths.count > 1 {
        Issue.record("\(module) has several types \(name): \(paths)")
      }
    }
  }

  @Test("no function is called take, which does not say whether it stores, reads, refuses or moves")
  func verbs() throws {
    for module in try Self.modules.get() {
      for (path, code) in try Repository.code(of: module) {
        #expect(!code.contains(/\bfunc take\b/), "\(path)")
      }
    }
  }
}
