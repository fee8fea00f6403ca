import Foundation
import TestSupport
import Testing

@Suite("A file that a command writes is not one of its other files")
struct FileRoleTests {
  let folder: TemporaryFolder
  private static let job = """
    {"sources": ["feed.ndjson"], "columns": [{"name": "id", "type": "int", "path": "id"}]}
    """

  init() throws {
    folder = try TemporaryFolder()
    try folder.write("{\"id\":1}\n{\"id\":2}\nbad\n", to: "feed.ndjson")
    try folder.write(FileRoleTests.job, to: "job.json")
    try FileManager.default.createSymbolicLink(
      atPath: folder["link"], withDestinationPath: "feed.ndjson")
    try FileManager.default.linkItem(atPath: folder["feed.ndjson"], toPath: folder["hard"])
    try FileManager.default.createSymbolicLink(
      atPath: folder["ahead.csv"], withDestinationPath: "./new.csv")
  }

  private struct State: Equatable {
    let names: [String]
    let feed: [UInt8]
    let job: [UInt8]
  }

  private func state() throws -> State {
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    return State(
      names: names.filter { !["in", "out", "err"].contains(($0 as NSString).pathExtension) },
      feed: try folder.bytes("feed.ndjson"), job: try folder.bytes("job.json"))
  }

  private static let database = ["import", "feed.ndjson", "--into", "a.db", "--table", "t"]

  @Test(
    "an import that would write over its own files is refused before the first byte",
    arguments: [
      (["--into", "a.csv", "--summary", "feed.ndjson"], ["summary", "source"]),
      (["--into", "a.csv", "--summary", "./link"], ["summary", "source"]),
      (["--into", "a.csv", "--summary", "hard"], ["summary", "source"]),
      (["--into", "a.csv", "--summary", "a.csv"], ["summary", "target"]),
      (["--into", "a.csv", "--summary", "a.csv.sluice"], ["summary", "target"]),
      (["--into", "a.csv", "--summary", "r", "--rejects", "r"], ["summary", "reject file"]),
      (
        ["--into", "a.csv", "--job", "job.json", "--summary", "job.json"], ["summary", "job file"]
      ),
      (["--into", "a.csv", "--rejects", "a.csv"], ["reject file", "target"]),
      (["--into", "a.csv", "--rejects", "../\u{0}/a.csv"], ["reject file", "target"]),
      (["--into", "ahead.csv", "--rejects", "new.csv"], ["reject file", "target"]),
      (["--into", "a.csv", "--rejects", "feed.ndjson"], ["reject file", "source"]),
      (["--into", "a.csv", "--job", "job.json", "--rejects", "job.json"], ["reject", "job file"]),
      (["--into", "feed.ndjson"], ["target", "source"]),
      (["--into", "csv:link"], ["target", "source"]),
      (["--into", "csv:job.json", "--job", "job.json"], ["target", "job file"]),
      (["--into", "sqlite:feed.ndjson", "--table", "t"], ["target", "source"]),
      (["--into", "a.db", "--table", "t", "--rejects", "a.db"], ["reject file", "target"]),
      (["--into", "a.db", "--table", "t", "--rejects", "a.db-wal"], ["reject file", "target"]),
      (["--into", "a.db", "--table", "t", "--summary", "a.db-journal"], ["summary", "target"]),
      (["--into", "a.db", "--table", "t", "--summary", "a.db"], ["summary", "target"]),
    ])
  func importing(flags: [String], parts: [String]) throws {
    let before = try state()
    // A folder's own name, which only the test knows.
    let flags = flags.map {
      $0.replacing("\u{0}", with: (folder.path as NSString).lastPathComponent)
    }
    let result = try BuiltTool.run(
      ["import", "feed.ndjson", "--column", "id:int=id"] + flags, in: folder)
    #expect(result.status == 2)
    for part in parts { #expect(result.errors.contains(part), "\(result.errors)") }
    #expect(result.errors.contains("is the same file as"), "\(result.errors)")
    #expect(try state() == before)
    if !flags.contains("--summary") {
      let plan = try BuiltTool.run(
        ["plan", "feed.ndjson", "--column", "id:int=id"] + flags, in: folder)
      #expect(plan.status == 2)
      #expect(plan.errors.contains("is the same file as"), "\(plan.errors)")
      #expect(try state() == before)
    }
  }

  /// The arguments with which each command reads the feed; nil: it reads no files. A new command needs a
  /// line.
  private static let readers: [String: [String]?] = [
    "import": ["feed.ndjson", "--into", "csv:-", "--column", "id:int=id"],
    "plan": ["feed.ndjson", "--into", "a.csv", "--column", "id:int=id"],
    "verify": ["feed.ndjson", "--into", "a.csv", "--column", "id:int=id"],
    "infer": ["feed.ndjson"], "count": ["feed.ndjson"], "split": ["feed.ndjson", "--parts", "2"],
    "dedupe": ["feed.ndjson", "--key", "id"], "diff": ["feed.ndjson", "job.json", "--key", "id"],
    "watch": ["feed.ndjson"],
    "select": ["feed.ndjson", "--column", "id:int=id"], "replay": ["feed.ndjson"],
    "check": ["feed.ndjson"], "get": ["", "feed.ndjson"], "format": ["feed.ndjson"],
    "edit": ["feed.ndjson", "--set", "/a=1"],
    "sample": nil, "doctor": nil, "completions": nil, "help": nil,
  ]

  @Test(
    "standard output onto what is read is refused, by every command",
    arguments: UsageTests.commands, [">>", "<>"])
  func output(command: String, redirection: String) throws {
    guard let words = try #require(FileRoleTests.readers[command], "\(command) has no line here")
    else { return }
    let before = try state()
    let line = ([command] + words.map { "'\($0)'" }).joined(separator: " ")
    let redirected = redirection == ">>" ? ">> hard" : "1<> link"
    let result = try BuiltTool.shell("sluice \(line) \(redirected)", in: folder)
    #expect(result.status == 2)
    #expect(result.errors.contains("standard output is the same file as the"), "\(result.errors)")
    #expect(try state() == before)
    guard words.contains("feed.ndjson") else { return }
    let piped = words.map { $0 == "feed.ndjson" ? "'-'" : "'\($0)'" }.joined(separator: " ")
    let again = try BuiltTool.shell(
      "sluice \(command) \(piped) < feed.ndjson \(redirected)", in: folder)
    #expect(again.status == 2)
    #expect(again.errors.contains("standard input"), "\(again.errors)")
    #expect(try state() == before)
  }

  @Test("standard error onto what is read is refused, and with standard output it is not")
  func errors() throws {
    let before = try state()
    let result = try BuiltTool.shell("sluice count feed.ndjson 2>> link", in: folder)
    #expect(result.status == 2)
    #expect(result.output.contains("standard error is the same file as the source feed.ndjson"))
    #expect(try state() == before)
    for both in [">> hard 2>&1", "2>> hard >> link"] {
      #expect(try BuiltTool.shell("sluice count feed.ndjson \(both)", in: folder).status == 2)
      #expect(try state() == before)
    }
    #expect(try BuiltTool.shell("sluice count feed.ndjson > both 2>&1", in: folder).status == 1)
  }

  @Test("devices and pipes may play several parts")
  func devices() throws {
    let result = try BuiltTool.shell(
      "sluice select feed.ndjson --column id:int=id --rejects /dev/null > /dev/null 2> /dev/null",
      in: folder)
    #expect(result.status == 1)
  }

  @Test(
    "a summary's place is checked before the import",
    arguments: [
      ("no/such/summary.json", "No such file"), (".", "Is a directory"), ("x/", "No such"),
    ])
  func summary(path: String, reason: String) throws {
    let before = try state()
    let result = try BuiltTool.run(
      FileRoleTests.database + ["--column", "id:int=id", "--summary", path], in: folder)
    #expect(result.status == 2)
    #expect(result.errors.contains("the summary can't be written to \(path): \(reason)"))
    #expect(try state() == before)
  }
}
