import TestSupport
import Testing

@Suite("The command line")
struct UsageTests {
  let folder: TemporaryFolder
  init() throws { folder = try TemporaryFolder() }

  /// The tool's own list.
  static let commands: [String] = {
    guard let folder = try? TemporaryFolder(),
      let help = try? BuiltTool.run(["--help"], in: folder).output
    else { return [] }
    return help.matches(of: /(?m)^  ([a-z]+)  +\S/).map { String($0.output.1) }
  }()

  @Test("has the commands that the pages describe")
  func thereAreCommands() {
    #expect(
      Set(UsageTests.commands).isSuperset(of: [
        "import", "plan", "infer", "count", "select", "split", "replay", "check", "get", "format",
        "edit", "sample", "doctor", "completions", "help", "dedupe", "diff", "watch", "verify",
      ]))
  }

  @Test("shows the help of every command with an example, on standard output", arguments: commands)
  func help(command: String) throws {
    for arguments in [[command, "--help"], ["help", command], [command, "x", "-h"]] {
      let result = try BuiltTool.run(arguments, in: folder)
      #expect(result.status == 0)
      #expect(result.output.hasPrefix("usage: sluice \(command) "))
      #expect(result.output.contains("\nexample:\n"))
      #expect(result.output.contains("sluice \(command) "))
      #expect(result.errors.isEmpty)
    }
  }

  @Test("without a command shows them all and fails; with --help it does not fail")
  func overview() throws {
    let bare = try BuiltTool.run([], in: folder)
    #expect(bare.status == 2)
    #expect(bare.output.isEmpty)
    let asked = try BuiltTool.run(["--help"], in: folder)
    #expect(asked.status == 0)
    #expect(asked.output == bare.errors)
    for command in UsageTests.commands { #expect(asked.output.contains("\n  \(command) ")) }
  }

  @Test("has a version")
  func version() throws {
    let result = try BuiltTool.run(["--version"], in: folder)
    #expect(result.status == 0)
    #expect(result.output.wholeMatch(of: /sluice \d+\.\d+\.\d+\n/) != nil)
  }

  @Test(
    "gives a clear message and exit status 2 when it is wrong",
    arguments: [
      (["cuont", "x"], "there is no command \"cuont\", did you mean count?"),
      (["zzzzzzz"], "there is no command \"zzzzzzz\"; see sluice --help"),
      (["--verbose"], "there is no flag --verbose before a command"),
      (["count", "--chekc", "full", "x"], "has no flag --chekc, did you mean --check?"),
      (["count", "--check", "most", "x"], "--check takes full or accessed, found \"most\""),
      (["count", "--check"], "--check needs a value: --check full|accessed"),
      (["count"], "sluice count needs FEED"),
      (["count", "a", "-"], "standard input (-) can't be read together with files"),
      (["count", "a", "b", "--follow"], "--follow takes one file or topic, found a b"),
      (["count", "-", "--follow"], "--follow takes one file or topic, found -"),
      (["count", "no/such/*.ndjson"], "no/such/*.ndjson: no file matches the pattern"),
      (["count", "--jobs", "0", "x"], "--jobs takes a number from 1 to 256"),
      (["count", "--max-record", "0", "x"], "--max-record takes a number from 1 to"),
      (["count", "--max-record", "9999999999G", "x"], "--max-record takes a number"),
      (["count", "--max-ratio", "0", "x"], "--max-ratio takes a number from 1 on, or off"),
      (["count", "--max-ratio", "none", "x"], "or off, found \"none\""),
      (["count", "--max-decompressed", "0", "x"], "--max-decompressed takes a number from 1"),
      (["count", "--check=full", "--check=full", "x"], "--check is given twice"),
      (["count", "--framing", "tabs", "x"], "\"tabs\" is not one of lines, concatenated,"),
      (["count", "--framing", "elements:x", "x"], "a JSON Pointer begins with '/'"),
      (["count", "--max-errors", "-1", "x"], "--max-errors takes a number of records"),
      (["count", "--max-errors", "101%", "x"], "or a share, such as 0.5%, found \"101%\""),
      (["count", "x", "--quantiles", "0.5"], "--quantiles needs two values"),
      (
        ["count", "x", "--quantiles", "50", "n"], "--quantiles takes shares from 0 to 1 and a path"
      ),
      (["count", "x", "--top", "3"], "--top chooses among groups: give --group-by"),
      (["count", "x", "--group-by", "a,b,a"], "--group-by has \"a\" twice"),
      (
        ["select", "x", "--column", "a:int=a", "--sample", "2.5"], "--sample takes a number of rows"
      ),
      (["select", "x", "--column", "a:int=a", "--seed", "2"], "--seed is for --sample"),
      (["select", "x", "--column", "a:int=$.a["], "is a JSONPath"),
      (["dedupe"], "sluice dedupe needs FEED"),
      (["dedupe", "-", "--keep", "last"], "--keep last reads the feed twice"),
      (["dedupe", "x", "--keep", "some"], "--keep takes first or last, found \"some\""),
      (["diff", "x", "--key", "id"], "sluice diff takes two feeds, found 1"),
      (["diff", "x", "y"], "sluice diff needs --key"),
      (["diff", "-", "-", "--key", "id"], "standard input (-) can be only one of the two feeds"),
      (["watch"], "sluice watch needs FEED"),
      (["watch", "x", "y"], "sluice watch takes one FEED, found also \"y\""),
      (["watch", "x", "--interval", "0"], "--interval takes a number from 1 to 86400"),
      (["replay"], "sluice replay needs REJECTS"),
      (["format", "--compact=yes", "x"], "--compact takes no value"),
      (["import", "x", "--table", "t", "--column", "a:int=a"], "sluice import needs --into"),
      (["import", "x", "--into", "d.db", "--column", "a:int=a"], "sluice import needs --table"),
      (["import", "x", "--into", "d.db", "--table", "t"], "sluice import needs --column"),
      (
        ["import", "x", "--into", "d.db", "--table", "t", "--column", "a:integer=a"],
        "type \"integer\" is not one of int, real, text, bool, json"
      ),
      (["import", "x", "--into", "d.db", "--table", "t", "--colum=a"], "did you mean --column?"),
      (["check"], "sluice check needs FILE"),
      (["get", "/a"], "sluice get needs FILE"),
      (["edit"], "sluice edit needs FILE"),
      (["edit", "x"], "sluice edit needs a change: --set, --delete, --patch or --merge-patch"),
      (["edit", "x", "--set", "/a"], "--set takes POINTER=VALUE, found \"/a\""),
      (
        ["edit", "x", "--set", "/a=ann"],
        "a string is written with its quotes: --set '/a=\"text\"'"
      ),
      (["edit", "x", "--set", "a=1"], "--set: can't follow the path \"a\": a JSON Pointer begins"),
      (["edit", "x", "--delete", "a"], "a JSON Pointer begins with '/'"),
      (["edit", "-", "--patch", "-"], "standard input (-) can be only one of the document and"),
      (["edit", "x", "--delete", "/a", "--output="], "--output needs a file's name"),
      (["get", "a/b", "x"], "a/b"),
      (["get", "$.a b", "x"], "expected '.', '..', '[' or the end at character 4, found ' '"),
      (["get", "$[?@.a]"], "sluice get needs FILE"),
      (
        ["sample", "--shape", "log"],
        "--shape takes events or logs, found \"log\", did you mean logs?"
      ),
      (["sample", "--records", "many"], "--records takes a number"),
      (["sample", "--seed", "-1"], "--seed takes a number"),
      (["sample", "x"], "sluice sample takes flags only, found \"x\""),
    ])
  func wrong(arguments: [String], message: String) throws {
    let result = try BuiltTool.run(arguments, in: folder)
    #expect(result.status == 2)
    #expect(result.output.isEmpty)
    #expect(result.errors.hasPrefix("sluice: "))
    #expect(result.errors.contains(message), "\(result.errors)")
  }

  @Test(
    "reports a missing file, and exits with 2",
    arguments: [
      ["count", "nope"], ["dedupe", "nope"], ["diff", "nope", "nope", "--key", "id"],
      ["check", "nope"], ["get", "/a", "nope"], ["format", "nope"],
      ["edit", "nope", "--delete", "/a"], ["edit", "-", "--patch", "nope"],
      ["import", "nope", "--into", "d.sqlite", "--table", "t", "--column", "a:int=a"],
      ["check", "."],
    ])
  func missing(arguments: [String]) throws {
    let result = try BuiltTool.run(arguments, in: folder)
    #expect(result.status == 2)
    let reason = arguments.contains(".") ? "Is a directory" : "No such file or directory"
    #expect(result.errors.contains(reason), "\(result.errors)")
    #expect(result.output.isEmpty)
    #expect(!folder.has("d.sqlite"))
  }

  @Test("ends quietly when its reader goes away")
  func closedPipe() throws {
    let line = "sluice sample --records 100000 | head -1 | wc -l; sluice count --help | :"
    let result = try BuiltTool.shell(line, in: folder)
    #expect(result.output.filter { !$0.isWhitespace } == "1")
    #expect(result.errors.isEmpty)
    let document =
      "[" + Array(repeating: "\"some text\"", count: 60_000).joined(separator: ",") + "]"
    try folder.write(document, to: "big.json")
    for command in ["sample --records 100000", "format big.json", "get '' big.json"] {
      // The shell writes the tool's exit status where the pipe doesn't swallow it.
      let status = try BuiltTool.shell(
        "{ sluice \(command); echo $? >&2; } | head -c 10 >/dev/null", in: folder)
      #expect(status.errors == "0\n", "\(command)")
    }
  }
}
