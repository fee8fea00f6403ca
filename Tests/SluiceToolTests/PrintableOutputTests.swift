import TestSupport
import Testing

@Suite("What people read of foreign text")
struct PrintableOutputTests {
  let folder: TemporaryFolder

  /// Colours, a bell, DEL, C1's CSI and next line, controls of direction, a line separator, and a line that
  /// poses as the tool's.
  private static let hostile =
    "h\u{1B}[31m\u{7}\u{7F}\u{9B}2J\u{85}\u{202E}x\u{2066}\u{200F}\u{61C}\u{2028}\r\nSPOOF"

  /// The same for files: without the slash that no name can hold.
  private static let file = "f\(hostile)"

  init() throws {
    folder = try TemporaryFolder()
    let hostile = PrintableOutputTests.hostile
    // As JSON has it: C0 by escapes, the rest as it is.
    let text =
      "f"
      + hostile.unicodeScalars.map {
        switch $0 {
        case "\u{1B}": "\\u001b"
        case "\u{7}": "\\u0007"
        case "\r": "\\r"
        case "\n": "\\n"
        default: String($0)
        }
      }.joined()
    let good = "{\"id\":\"\(text)\",\"\(text)\":1,\"n\":\"\(text)\"}\n"
    var bytes = Array(good.utf8)
    bytes += Array("{\"\(text)\":\u{9B}x\u{202E}}\n{\"\(text)\":{\"\(text)\":tru\u{7F}}}\n".utf8)
    bytes += Array("{\"id\":\"".utf8) + [0x9B, 0x1B, 0xFF] + Array("\"}\n".utf8)
    bytes += Array("{\"id\":\"\(text)\u{1B}\"}\n\u{1B}[2J\u{9B}\n".utf8)
    try folder.write(bytes, to: PrintableOutputTests.file)
    try folder.write(bytes, to: "feed")
    try folder.write("{\"\(text)\":\"\(text)\"}", to: "job.json")
    try folder.write(
      """
      {"sources":["\(text)"],"into":"\(text).csv","rejects":"\(text).r",
       "columns":[{"name":"\(text)","type":"text","path":"/\(text)"}]}
      """, to: "job2.json")
    try folder.write("{\"\(text)\":[\u{9B}\u{202E}\(text)", to: "document")
  }

  private struct Line {
    let words: [String]
    /// Whether standard output is data, which stays unchanged.
    var isData = false
  }

  /// Lines of each command; a new command needs its own.
  private static let lines: [String: [Line]] = {
    let (h, f) = (hostile, file)
    let id = ["--column", "id:int=id"]
    let text = ["--column", "\(h):text=n"]
    let imports: [[String]] = [
      [f, "--into", "\(h).csv"] + id + ["--rejects", "r\(h)"],
      [f, "--into", "\(h).db", "--table", h] + text + ["--rejects", "r\(h)"],
      [f, "feed", "--into", "x.db", "--table", h] + text,
      ["feed", "--into", "x.db", "--table", "t"] + id + ["--mismatch", "id=stop"],
      ["feed", "--into", "x.db", "--table", "t"] + id + ["--mismatch", "id=null"],
      ["feed", "--into", "x.db", "--table", "t"] + text + ["--unknown-keys", "count"],
      ["feed", "--into", "x.db", "--table", "t"] + text + ["--unknown-keys", "stop"],
      ["feed", "--into", "x.db", "--table", "t", "--column", "\(h):int=n"],
      ["feed", "--into", "x.db", "--table", "t"] + text + text,
      ["feed", "--into", "x.db", "--table", "t", "--column", h],
      ["feed", "--into", "x.db", "--table", "t", "--mode", "upsert", "--key", h] + text,
      ["feed", "--into", "x.db", "--table", "t"] + id + ["--where", "id = \(h)"],
      ["feed", "--into", "x.db", "--table", "t"] + id + ["--where", "\"\(h)\" 'x"],
      ["feed", "--into", "x.db", "--table", "t"] + id + ["--required", h],
      ["feed", "--into", "x.csv"] + id + ["--max-errors", "0"],
      ["feed", "--into", "x.\(h)"] + id, ["feed", "--into", "\(h)://x"] + id,
      ["feed", "--into", "postgresql://u@127.0.0.1:1/\(h)", "--table", h] + id,
      ["no\(h)", "--into", "x.csv"] + id, ["no*\(h)", "--into", "x.csv"] + id,
      ["--job", "job.json"], ["--job", "job2.json"], ["--job", "no\(h)"], ["--job", f],
      [f, "--into", f] + id, [f, "--into", "csv:\(f)"] + id, ["--\(h)", "x"], ["--into=\(h)"],
    ]
    let feeds: [[String]] = [
      [f], ["feed", "--max-errors", "0"], ["no\(h)"], ["no*\(h)"], [f, "no\(h)"],
      ["feed", "--framing", h], ["feed", "--check=\(h)"], ["feed", "--\(h)"], [f, "--\(h)=x"],
    ]
    let documents = [["document"], [f], ["no\(h)"], ["document", f, "no\(h)"], ["--\(h)", "x"]]
    return [
      "import": imports.map { Line(words: $0) } + [
        Line(words: [f, "feed", "--into", "x.csv", "--progress", "json"] + text),
        Line(words: ["feed", "--into", "x.csv", "--summary", "no/\(h)"] + id),
        Line(words: ["feed", "--into", "x.csv", "--summary", "feed"] + id),
        Line(words: ["feed", "--into", "x.csv", "--metrics", "no/\(h)"] + id),
        Line(words: ["feed", "--into", "x.csv", "--metrics", "unix:no/\(h)"] + id),
        Line(words: ["feed", "--into", "x.csv", "--prefix", "{\(h)} "] + id),
        Line(words: ["feed", "--into", "x.csv", "--inside", "/\(h)"] + id),
        Line(words: ["feed", "--into", "csv:-"] + text, isData: true),
      ],
      "verify": imports.map { Line(words: $0) },
      "plan": imports.map { Line(words: $0) }
        + [Line(words: ["--job", "job2.json", "--job-file"], isData: true)],
      "infer": feeds.map { Line(words: $0, isData: true) }
        + [[f, "--as", "columns"], ["feed", "--as", h], ["feed", "--name", h]].map {
          Line(words: $0)
        }
        + ["json", "sql", "swift", "codable", "json-schema"].map {
          Line(words: [f, "--as", $0], isData: true)
        },
      "count": feeds.map { Line(words: $0) } + [
        Line(words: ["feed", "--where", "\(h) = 1"]),
        Line(words: ["feed", "--sum", "[\(h)"], isData: true),
        Line(words: [f, "--group-by", "id", "--sum", "/n"], isData: true),
        Line(words: ["feed", "--rejects", "no/\(h)"]), Line(words: [f, "--rejects", f]),
        Line(words: ["feed", "--quantiles", "0.5", h], isData: true),
        Line(words: ["feed", "--quantiles", h, "n"]),
        Line(words: ["feed", "--distinct", "$.\(h)"]),
        Line(words: ["feed", "--group-by", "id", "--group-by", "id\(h)"], isData: true),
        Line(words: ["feed", "--top", h]),
      ],
      "dedupe": feeds.map { Line(words: $0 + ["--key", "n"], isData: true) } + [
        Line(words: ["feed", "--key", h], isData: true), Line(words: ["feed", "--keep", h]),
        Line(words: ["feed", "--max-keys", "1"], isData: true),
      ],
      "diff": [
        Line(words: ["feed", "job.json", "--key", "id"]), Line(words: [f, f, "--key", h]),
        Line(words: ["job.json", "job2.json", "--key", "/f\(h)"]),
        Line(words: ["feed", "job.json", "--key", "n", "--format", "ndjson"], isData: true),
        Line(words: ["no\(h)", f, "--key", "id"]), Line(words: [h, h, h]),
        Line(words: ["feed", "feed", "--key", "$.\(h)"]),
      ],
      // Files would be followed; there is nothing on standard input.
      "watch": [
        ["-", "--group-by", h], ["-", "--where", "\(h) = 1"], ["no\(h)", h], ["-", "--\(h)"],
        ["-", "--interval", h], ["-", "--rejects", "no/\(h)"],
      ].map { Line(words: $0) },
      "split": [
        Line(words: [f, "--parts", "2"]), Line(words: ["feed", h, "--parts", h]),
        Line(words: [f, "--parts", "2", "--format", "ndjson"], isData: true),
      ],
      "select": feeds.map { Line(words: $0 + text, isData: true) }
        + [
          Line(
            words: ["feed", "--unknown-keys", "count", "--mismatch", "\(h)=null"] + text,
            isData: true),
          Line(words: ["feed", "--sample", h] + text),
          Line(words: ["feed", "--column", "a:int=$.\(h)"]),
        ],
      "replay": feeds.map { Line(words: $0, isData: true) },
      "check": documents.map { Line(words: $0) },
      "get": documents.map { Line(words: [""] + $0, isData: true) }
        + [
          Line(words: ["/\(h)", f]), Line(words: [h, f]), Line(words: ["/a~\(h)", "job.json"]),
          Line(words: ["$.\(h)", f]), Line(words: ["$['\(h)']", f]),
          Line(words: ["$['none \(h)']", "job.json"]),
        ],
      "format": documents.map { Line(words: $0, isData: true) },
      "edit": documents.map { Line(words: $0 + ["--set", "/a=1"]) }
        + [
          ["job.json", "--set", "/\(h)"], ["job.json", "--set", "/\(h)=\(h)"],
          ["job.json", "--set", "/\(h)/x=1"], ["job.json", "--delete", "/\(h)/x"],
          ["job.json", "--delete", h], ["job.json", "--patch", f],
          ["job.json", "--patch", "no\(h)"],
          ["job.json", "--patch", "job2.json"], ["job.json", "--merge-patch", "document"],
          ["job.json", "--set", "/x=1", "--output", "no/\(h)"],
          ["job.json", "--patch", "job.json"],
        ].map { Line(words: $0) },
      "sample": [Line(words: ["--shape", h]), Line(words: ["--seed", h]), Line(words: [h])],
      "doctor": [Line(words: []), Line(words: ["--json"]), Line(words: [h])],
      "completions": [Line(words: [h]), Line(words: ["bash", h])],
      "help": [Line(words: [h]), Line(words: ["--man", h]), Line(words: ["--\(h)"])],
    ]
  }()

  @Test(
    "has nothing that a terminal obeys in the output of any command",
    arguments: UsageTests.commands)
  func commands(command: String) throws {
    let lines = try #require(PrintableOutputTests.lines[command], "\(command) has no lines here")
    for line in lines {
      let result = try BuiltTool.run([command] + line.words, in: folder)
      let shown = "\(command) \(line.words)"
      #expect(result.status >= 0, "\(shown)")
      expectSafe(result.errors, shown)
      if !line.isData { expectSafe(result.output, shown) }
    }
  }

  @Test("has none in what the tool says of a wrong command or flag")
  func usage() throws {
    for words in [[PrintableOutputTests.hostile], ["--\(PrintableOutputTests.hostile)"]] {
      let result = try BuiltTool.run(words, in: folder)
      #expect(result.status == 2)
      expectSafe(result.errors, "\(words)")
      expectSafe(result.output, "\(words)")
    }
  }

  @Test("has them visibly in it, and data has them as they are")
  func visible() throws {
    let counted = try BuiltTool.run(["count", "no\(PrintableOutputTests.hostile)"], in: folder)
    #expect(
      counted.errors.contains(
        "noh\\u{1B}[31m\\u{7}\\u{7F}\\u{9B}2J\\u{85}\\u{202E}x\\u{2066}\\u{200F}\\u{61C}\\u{2028}"
          + "\\u{D}\\u{A}SPOOF"), "\(counted.errors)")
    let selected = try BuiltTool.run(
      ["select", "feed", "--column", "n:text=n", "--format", "csv"], in: folder)
    #expect(selected.output.contains("\u{9B}2J") && selected.output.contains("\u{202E}x"))
  }

  /// By scalars: to Swift, `\r\n` is one character.
  private func expectSafe(_ text: String, _ line: String) {
    for scalar in text.unicodeScalars {
      let isSafe =
        switch scalar.value {
        case 0x09, 0x0A: true
        case 0..<0x20, 0x7F..<0xA0, 0x061C, 0x200B...0x200F, 0x2028...0x202E, 0x2066...0x2069: false
        default: true
        }
      guard isSafe else {
        Issue.record("U+\(String(scalar.value, radix: 16)) in \(text.debugDescription) of \(line)")
        return
      }
    }
    let poses = text.split(separator: "\n").contains { $0.hasPrefix("SPOOF") }
    #expect(!poses, "\(text.debugDescription) of \(line)")
  }
}
