import Foundation
import SluiceImportTestSupport
import TestSupport
import Testing

/// The reject file has only the start of a long record: all of it is in the source.
@Suite("sluice replay --from-sources")
struct ReplaySourceTests {
  let folder: TemporaryFolder
  /// Two records of more than 1 MiB, and two that are whole in the reject file. All are refused.
  let bad: [String]
  let text: String

  init() throws {
    folder = try TemporaryFolder()
    let long = (0..<2).map { i in
      "{\"id\":\(i),\"text\":\"" + String(repeating: "xé\(i)", count: 400_000) + "\",}"
    }
    bad = [long[0], "{\"id\":2,}", long[1], "{\"id\":3,}"]
    text = "{\"id\":7}\n" + bad.map { $0 + "\n{\"id\":8}\n" }.joined()
  }

  private func rejecting(_ source: String, _ more: [String] = []) throws {
    let result = try BuiltTool.run(
      ["count", source, "--rejects", "r.ndjson"] + more, in: folder)
    #expect(result.status == 1, "\(result)")
  }

  private func replay(_ more: String...) throws -> BuiltTool.Result {
    try BuiltTool.run(["replay", "r.ndjson"] + more, in: folder)
  }

  private var all: String { bad.map { $0 + "\n" }.joined() }

  @Test("prints records that were cut, which could not be repaired; without it, they are named")
  func plain() throws {
    try folder.write(text, to: "a.ndjson")
    try rejecting("a.ndjson")
    let without = try replay()
    #expect(without.status == 1 && without.output == "{\"id\":2,}\n{\"id\":3,}\n")
    #expect(without.errors.contains("take it from the source, at byte 9; --from-sources reads it"))
    let with = try replay("--from-sources")
    #expect(with.status == 0 && with.output == all, "\(with.errors)")
    let repaired = try BuiltTool.shell(
      "sluice replay r.ndjson --from-sources | sed 's/,}/}/' | sluice count -", in: folder)
    #expect(repaired.output.hasPrefix("records      4\nbad records  0\n"), "\(repaired)")
  }

  @Test(
    "reads compressed files, archives, other encodings and ranges",
    arguments: [
      ("gzip -k a.ndjson", "a.ndjson.gz", []),
      ("tar cf a.tar a.ndjson", "a.tar", []),
      ("iconv -f UTF-8 -t UTF-16LE a.ndjson > b.ndjson", "b.ndjson", []),
      ("true", "a.ndjson", ["--range", "5..99999999"]),
    ])
  func others(command: String, source: String, more: [String]) throws {
    try folder.write(text, to: "a.ndjson")
    #expect(try BuiltTool.shell(command, in: folder).status == 0)
    try rejecting(source, more)
    let with = try replay("--from-sources")
    #expect(with.status == 0, "\(with.errors)")
    #expect(with.output == all)
  }

  @Test("reads them for a table of rejects, and where another job had them")
  func table() throws {
    try folder.write(text, to: "a.ndjson")
    _ = try BuiltTool.run(
      [
        "import", "a.ndjson", "--into", "a.sqlite", "--table", "t", "--column", "id:int=id",
        "--rejects", "table:bad",
      ], in: folder)
    let result = try BuiltTool.run(
      ["replay", "a.sqlite", "--table", "bad", "--from-sources"], in: folder)
    #expect(result.status == 0 && result.output == all, "\(result.errors)")
  }

  @Test(
    "reads objects on servers, but not those whose URL has values that are not known",
    .enabled(if: ObjectServer.python != nil, "python3 is not installed"))
  func objects() throws {
    let server = try ObjectServer()
    try server.put("/a", text)
    try rejecting(server.site + "/a?page=1")
    let with = try replay("--from-sources")
    #expect(with.status == 0 && with.output == all, "\(with.errors)")
    _ = try BuiltTool.run(
      ["count", server.site + "/a?token=geheim", "--rejects", "s.ndjson"], in: folder)
    let masked = try BuiltTool.run(["replay", "s.ndjson", "--from-sources"], in: folder)
    #expect(masked.status == 1 && masked.errors.contains("may be secrets"), "\(masked.errors)")
  }

  @Test("prints nothing of a source that has other bytes now, was cut, or is not there")
  func changed() throws {
    try folder.write(text, to: "a.ndjson")
    try rejecting("a.ndjson")
    for (other, reason) in [
      (text.replacing("xé0", with: "yé0"), "not those of the record: it was changed"),
      (String(text.prefix(1_000_000)), "before the record does: it was cut or replaced"),
    ] {
      try folder.write(other, to: "a.ndjson")
      let result = try replay("--from-sources")
      #expect(result.status == 1 && result.errors.contains(reason), "\(result.errors)")
      #expect(!result.output.contains("\"id\":0"))
    }
    try FileManager.default.removeItem(atPath: folder["a.ndjson"])
    let gone = try replay("--from-sources")
    #expect(gone.status == 1 && gone.output == "{\"id\":2,}\n{\"id\":3,}\n")
    #expect(gone.errors.contains("a.ndjson: it is not there: run this in the folder"))
    // What can't be read twice.
    _ = try BuiltTool.run(["count", "-", "--rejects", "s.ndjson"], in: folder, input: text)
    let input = try BuiltTool.run(["replay", "s.ndjson", "--from-sources"], in: folder)
    #expect(input.status == 1 && input.errors.contains("standard input: it can't be read again"))
  }
}
