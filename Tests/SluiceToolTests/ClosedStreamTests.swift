import SluiceImportTestSupport
import TestSupport
import Testing

@Suite("Standard streams that are closed")
struct ClosedStreamTests {
  let folder: TemporaryFolder
  private static let columns = "--column id:int=id"

  init() throws {
    folder = try TemporaryFolder()
    try folder.write("{\"id\":1}\nbad\n{\"id\":2}\n", to: "feed.ndjson")
    try folder.write("{\"id\":1}", to: "document.json")
  }

  /// The arguments with which each command prints something; nil: it prints nothing on standard output.
  private static let printers: [String: String?] = [
    "import": "feed.ndjson --into csv:- \(columns)", "plan": "feed.ndjson --into a.csv \(columns)",
    "verify": "feed.ndjson --into a.csv \(columns)",
    "infer": "feed.ndjson", "count": "feed.ndjson", "select": "feed.ndjson \(columns)",
    "dedupe": "feed.ndjson", "diff": "feed.ndjson document.json --key id",
    "watch": "feed.ndjson",
    "split": "feed.ndjson --parts 2",
    "replay": "rejects.ndjson", "check": "document.json", "get": "/id document.json",
    "format": "document.json", "edit": "document.json --set /id=2 --output -",
    "sample": "", "doctor": "", "completions": "bash", "help": "",
  ]

  @Test(
    "output without a destination is an error in every command", arguments: UsageTests.commands)
  func output(command: String) throws {
    guard let words = try #require(ClosedStreamTests.printers[command], "\(command): no line here")
    else { return }
    _ = try BuiltTool.shell("sluice count feed.ndjson --rejects rejects.ndjson", in: folder)
    for closed in ["1>&-", "1>&- 0<&-", "1< document.json"] {
      let result = try BuiltTool.shell("sluice \(command) \(words) \(closed)", in: folder)
      #expect(result.status == 2, "\(command) \(closed)")
      #expect(result.errors.contains("standard output"), "\(command): \(result.errors)")
    }
    #expect(try folder.bytes("document.json") == Array("{\"id\":1}".utf8))
    #expect(try BuiltTool.shell("sluice \(command) \(words) > /dev/full", in: folder).status == 2)
  }

  @Test(
    "messages never reach the files that a command opens",
    arguments: ["0<&-", "1>&-", "2>&-", "1>&- 2>&-", "0<&- 1>&- 2>&-"],
    ["--into a.csv", "--into a.db --table t"])
  func messages(closed: String, target: String) throws {
    let command =
      "sluice import feed.ndjson \(target) \(ClosedStreamTests.columns) --rejects rejects.ndjson"
      + " --progress json --summary summary.json"
    #expect(try BuiltTool.shell("\(command) \(closed)", in: folder).status == 1)
    #expect(folder.lines("rejects.ndjson").count == 1)
    if target.contains("csv") {
      #expect(try folder.bytes("a.csv") == Array("id\r\n1\r\n2\r\n".utf8))
    } else {
      #expect(try TestDatabase(folder["a.db"]).rows("SELECT id FROM t") == ["1", "2"])
    }
    #expect(try folder.bytes("feed.ndjson") == Array("{\"id\":1}\nbad\n{\"id\":2}\n".utf8))
  }

  @Test("standard input is not an empty feed")
  func input() throws {
    for command in [
      "count -", "check -", "select - \(ClosedStreamTests.columns)", "infer -",
    ] {
      let result = try BuiltTool.shell("sluice \(command) 0<&-", in: folder)
      #expect(result.status == 2, "\(command)")
      #expect(!result.errors.isEmpty)
    }
  }

  @Test("a closed output is not an error when nothing is to be written")
  func nothing() throws {
    try folder.write("", to: "empty.ndjson")
    let result = try BuiltTool.shell("sluice replay empty.ndjson 1>&-", in: folder)
    #expect(result.status == 0)
    #expect(result.errors.isEmpty)
  }
}
