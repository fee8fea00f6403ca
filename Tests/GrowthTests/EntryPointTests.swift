import Foundation
import Testing

/// Every public function, initialiser and subscript that takes text or a collection (`EntryPointScanner` says what that
/// is) is listed in entry-points.txt: below the rows that show how its cost grows, or below the reason why none does.
@Suite("Public entry points")
struct EntryPointTests {
  private static let list = "Tests/GrowthTests/entry-points.txt"
  private static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../..").standardizedFileURL

  private static func text(_ path: String) throws -> String {
    try String(contentsOf: root.appending(path: path), encoding: .utf8)
  }

  /// The modules that a client can import, as Package.swift has them.
  private static func libraries() throws -> [String] {
    let manifest = try text("Package.swift")
    let list = try #require(manifest.firstMatch(of: /let libraries = \[(?<names>[^\]]*)\]/))
    return list.output.names.matches(of: /"(?<name>\w+)"/).map { String($0.output.name) }
  }

  /// The entry points in the sources, as the list has them.
  private static func entryPoints() throws -> Set<String> {
    var found: Set<String> = []
    for module in try libraries() {
      let folder = root.appending(path: "Sources/\(module)").path(percentEncoded: false)
      let paths = try #require(FileManager.default.enumerator(atPath: folder))
      for case let path as String in paths where path.hasSuffix(".swift") {
        for entryPoint in EntryPointScanner.entryPoints(in: try text("Sources/\(module)/\(path)")) {
          found.insert("\(module) \(entryPoint)")
        }
      }
    }
    return found
  }

  /// The sections of the list: its first lines, which begin with `# `, and its entry points.
  private static func sections() throws -> [(heads: [String], entryPoints: [String])] {
    try text(list).split(separator: "\n\n").map { section in
      let lines = section.split(separator: "\n").map(String.init)
      let heads = lines.prefix { $0.hasPrefix("# ") }
      return (heads.map { String($0.dropFirst(2)) }, Array(lines.dropFirst(heads.count)))
    }
  }

  @Test("are listed with the rows that show how their costs grow, or with the reason why none does")
  func listed() throws {
    let listed = try Self.sections().flatMap(\.entryPoints)
    #expect(Set(listed).count == listed.count, "listed twice")
    let found = try Self.entryPoints()
    #expect(found.count > 500)
    for entryPoint in found.subtracting(listed).sorted() {
      Issue.record("\(entryPoint): write a row that calls it, and list it in \(Self.list)")
    }
    for entryPoint in Set(listed).subtracting(found).sorted() {
      Issue.record("\(entryPoint): no longer there, remove it from \(Self.list)")
    }
  }

  @Test("name rows that there are, and every row")
  func rows() throws {
    let prefix = "row: "
    var named: Set<String> = []
    for section in try Self.sections() {
      let rows = section.heads.filter { $0.hasPrefix(prefix) }.map {
        String($0.dropFirst(prefix.count))
      }
      named.formUnion(rows)
      let isReason = section.heads.count == 1 && section.heads[0].hasSuffix(".")
      #expect(rows.count == section.heads.count && !rows.isEmpty || rows.isEmpty && isReason)
      #expect(!section.entryPoints.isEmpty, "\(section.heads)")
    }
    let rows = GrowthRow.all.map(\.name)
    #expect(Set(rows).count == rows.count, "two rows have one name")
    #expect(named.subtracting(rows).sorted() == [], "no rows have these names")
    #expect(Set(rows).subtracting(named).sorted() == [], "no entry point is below these rows")
  }
}
