import Foundation
import PageExamples
import TestSupport
import Testing

@Suite("scripts/migration-check")
struct MigrationCheckTests {
  private static let script = Documentation.root.appending(path: "scripts/migration-check").path(
    percentEncoded: false)

  /// Returns the lines that the check reports for a file with one line.
  private func check(_ line: String) throws -> (output: String, status: Int32) {
    let folder = try TemporaryFolder()
    try Data((line + "\n").utf8).write(to: URL(filePath: folder.path + "/Client.swift"))
    return try Shell.run("'\(Self.script)' .", in: folder)
  }

  /// The first column of the tables at the top of both pages.
  static let casts: [String] = [
    "SluiceSearch/SluiceSearch.docc/ComingFromCoreParser.md",
    "SluiceSchema/SluiceSchema.docc/ComingFromElevate.md",
  ].flatMap { page -> [String] in
    let text = (try? Documentation.text("Sources/\(page)")) ?? ""
    guard let table = text.components(separatedBy: "| always nil | ").dropFirst().first else {
      return []
    }
    return table.components.drop { !$0.hasPrefix("| `") }.prefix { $0.hasPrefix("| `") }
      .compactMap { row in row.split(separator: "`").dropFirst().first.map(String.init) }
  }

  @Test("both pages begin with casts and their replacements")
  func tables() { #expect(Self.casts.count >= 11) }

  @Test("it lists the casts of both pages, except those whose type it can't know", arguments: casts)
  func finds(cast: String) throws {
    let (output, status) = try check("let value = \(cast)")
    let isSeen = !cast.hasPrefix("entity[") && !cast.contains(#"["name"] as"#)
    #expect(status == (isSeen ? 1 : 0), "\(cast): \(output)")
    #expect(output.contains("write: ") == isSeen)
  }

  @Test(
    "it lists no replacement",
    arguments: [
      "data[\"tags\"]?.array?.strings", "data[\"limits\"]?.dictionary?.ints", "entity.dictionary",
      "json.foundationObject() as? [String: Any]", "entity[\"tags\"] as? [String]",
      "data.raw().foundationObject() as? [String: Any]",
    ])
  func passes(line: String) throws {
    let (output, status) = try check("let value = \(line)")
    #expect(status == 0 && output.isEmpty, "\(output)")
  }

  @Test("without a folder, or with one that does not exist, it prints what it needs")
  func usage() throws {
    let folder = try TemporaryFolder()
    #expect(try Shell.run("'\(Self.script)'", in: folder).status == 2)
    let missing = try Shell.run("'\(Self.script)' none", in: folder)
    #expect(missing.status == 2 && missing.output.contains("no file or folder none"))
    #expect(try Shell.run("'\(Self.script)' --help", in: folder).output.hasPrefix("usage: "))
  }
}
