import SluiceImportTestSupport
import TestSupport
import Testing

@Suite("A log to follow that is not there")
struct FollowFlagTests {
  private let folder: TemporaryFolder
  init() throws { folder = try TemporaryFolder() }

  private static let into = ["--into", "x.ndjson", "--column", "id:int=id"]
  private static let commands = [
    ["import", "--follow"] + into, ["count", "--follow"], ["watch"],
    ["select", "--follow", "--column", "id:int=id"],
  ]

  @Test("was waited for in silence when it was given as a pattern", arguments: commands)
  func pattern(command: [String]) throws {
    try folder.write("{\"id\":1}\n", to: "a.log")
    let result = try BuiltTool.run([command[0], "*.log"] + command.dropFirst(), in: folder)
    #expect(result.status == 2)
    #expect(
      result.errors.contains(
        "--follow takes one log, and no file has the name *.log, which is a pattern"))
    #expect(!folder.has("x.ndjson"))
  }

  @Test("is followed under a name with a pattern's characters")
  func characters() throws {
    try folder.write("{\"id\":1}\n", to: "[a]*.log")
    let result = try BuiltTool.interrupt(
      ["import", "[a]*.log", "--follow"] + Self.into, in: folder
    ) {
      try waitFor { folder.lines("x.ndjson") == ["{\"id\":1}"] }
    }
    #expect(result.status == 0, "\(result.errors)")
    #expect(!result.errors.contains("waiting"))
  }

  @Test("is announced, and read once it is there", arguments: [["import"] + into, ["count"]])
  func announced(command: [String]) throws {
    let announcement = "waiting for a.log: nothing is there yet"
    let result = try BuiltTool.interrupt(
      [command[0], "a.log", "--follow"] + command.dropFirst(), in: folder
    ) {
      try waitFor { folder.lines("err") == [announcement] }
      try folder.write("{\"id\":1}\n", to: "a.log")
      if command[0] == "import" {
        try waitFor { folder.lines("x.ndjson") == ["{\"id\":1}"] }
      }
    }
    #expect(result.status == 0)
    #expect(result.errors.hasPrefix(announcement))
  }

  @Test("is not announced by a plan, which does not wait")
  func plan() throws {
    let result = try BuiltTool.run(["plan", "a.log", "--follow"] + Self.into, in: folder)
    #expect(!result.errors.contains("waiting"))
  }
}
