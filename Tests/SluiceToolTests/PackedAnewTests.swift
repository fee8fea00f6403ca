import SluiceImportTestSupport
import TestSupport
import Testing

/// A compressed file is its text: how it was packed is no change.
@Suite("A compressed file that was packed anew")
struct PackedAnewTests {
  let folder: TemporaryFolder
  init() throws { folder = try TemporaryFolder() }

  private func text(_ ids: Range<Int>, _ word: String = "xyz") -> String {
    ids.map { "{\"id\":\($0),\"x\":\"\(word)\"}\n" }.joined()
  }

  private func pack(_ text: String, _ command: String) throws {
    try folder.write(text, to: "l.ndjson")
    let packed = try BuiltTool.shell("\(command) < l.ndjson > l.ndjson.gz", in: folder)
    #expect(packed.status == 0)
  }

  private func importing() throws -> BuiltTool.Result {
    try BuiltTool.run(
      [
        "import", "l.ndjson.gz", "--into", "a.sqlite", "--table", "t", "--column", "id:int=id",
      ], in: folder)
  }

  private func counts() throws -> [String] {
    try TestDatabase(folder["a.sqlite"]).rows("SELECT count(*), count(DISTINCT id) FROM t")
  }

  @Test("with more text in fewer bytes was refused as changed: its text goes on")
  func fewerBytes() throws {
    try pack(text(0..<2000), "gzip -1")
    #expect(try importing().status == 0)
    let before = try folder.bytes("l.ndjson.gz").count
    try pack(text(0..<2100), "gzip -9")
    #expect(try folder.bytes("l.ndjson.gz").count < before)
    let next = try importing()
    #expect(next.status == 0 && next.errors.contains("100 records: 100 rows"), "\(next)")
    #expect(next.errors.contains("was packed anew since its last import"), "\(next)")
    // In another format, and with nothing more.
    try pack(text(0..<2100), "bzip2")
    let same = try importing()
    #expect(same.status == 0 && same.errors.contains("packed anew"), "\(same)")
    #expect(try importing().errors.hasPrefix("nothing new"))
    #expect(try counts() == ["2100|2100"])
  }

  @Test("is refused when its text is another one, or shorter")
  func otherText() throws {
    try pack(text(0..<2000), "gzip -1")
    #expect(try importing().status == 0)
    for other in [text(0..<1000) + text(1000..<2100, "abc"), text(0..<1900)] {
      try pack(other, "gzip -9")
      let next = try importing()
      #expect(next.status == 2 && next.errors.contains("has changed"), "\(next)")
    }
    #expect(try counts() == ["2000|2000"])
  }
}
