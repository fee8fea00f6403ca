import Foundation
import TestSupport
import Testing

@Suite("Ranges of feeds on the command line")
struct RangeFlagTests {
  private let folder: TemporaryFolder
  /// A column of the good records' numbers, each on a line.
  private let goodRows: String
  private let text: String

  init() throws {
    var rows = ""
    var lines = ""
    for number in 1...200 {
      guard number % 50 != 0 else { lines += "bad\n"; continue }
      rows += "\(number)\n"
      lines += "{\"id\":\(number)}\n"
    }
    goodRows = rows
    text = lines
    folder = try TemporaryFolder()
    try folder.write(text, to: "f.ndjson")
  }

  @Test("split prints ranges whose readers together read each record once")
  func split() throws {
    let result = try BuiltTool.run(["split", "f.ndjson", "--parts", "7"], in: folder)
    #expect(result.status == 0 && result.errors == "")
    let parts = result.output.split(separator: "\n").map {
      $0.split(separator: "\t").map(String.init)
    }
    #expect(parts.map { $0[0] } == ["1", "2", "3", "4", "5", "6", "7"])
    #expect(parts.allSatisfy { $0[2] == "f.ndjson" })
    var rows = ""
    for (number, part) in parts.enumerated() {
      let found = try BuiltTool.run(
        [
          "select", part[2], "--range", part[1], "--column", "id:int=id", "--format", "tsv",
          "--rejects", "r", "--count-from", number % 2 == 0 ? "range" : "start",
        ], in: folder)
      rows += found.output.split(separator: "\n").dropFirst().map { $0 + "\n" }.joined()
    }
    #expect(rows == goodRows)
    let rejects = folder.lines("r")
    #expect(rejects.count == 4)
    #expect(rejects.allSatisfy { $0.hasPrefix("{\"source\":\"f.ndjson\",") })
    for reject in rejects where !reject.contains("\"range\"") {
      #expect([50, 100, 150, 200].contains { reject.contains("\"record\":\($0),\"line\":\($0),") })
    }
    #expect(Set(rejects.map { $0.contains("\"range\":\"") }) == [true, false])
  }

  @Test("split says what is not divided, and writes JSON")
  func splitWhole() throws {
    #expect(try BuiltTool.shell("gzip -k f.ndjson", in: folder).status == 0)
    let size = try folder.bytes("f.ndjson.gz").count
    let text = try BuiltTool.run(["split", "f.ndjson.gz", "--bytes", "100"], in: folder)
    #expect(text.output.hasSuffix("\t-\tf.ndjson.gz\n"))
    #expect(
      text.errors == "f.ndjson.gz is not divided: it is compressed by gzip in one member, or in"
        + " members of more than 4 MB\n")
    let json = try BuiltTool.run(
      ["split", "f.ndjson.gz", "f.ndjson", "--parts", "1", "--format", "ndjson"], in: folder)
    #expect(
      json.output == """
        {"part":1,"source":"f.ndjson.gz","range":null,"bytes":\(size)}
        {"part":1,"source":"f.ndjson","range":null,"bytes":\(self.text.utf8.count)}

        """)
    for arguments in [["--parts", "1", "--bytes", "1"], [], ["--parts", "0"]] {
      #expect(try BuiltTool.run(["split", "f.ndjson"] + arguments, in: folder).status == 2)
    }
    #expect(try BuiltTool.run(["split", "-", "--parts", "2"], in: folder).status == 2)
  }

  /// A block of BGZF whose data is stored, as bgzip -0 writes it.
  private static func block(_ text: [UInt8]) -> [UInt8] {
    func number(_ value: Int, _ count: Int) -> [UInt8] {
      (0..<count).map { UInt8(value >> (8 * $0) & 0xFF) }
    }
    let sum = text.reduce(UInt32.max) { sum, byte in
      (0..<8).reduce(sum ^ UInt32(byte)) { sum, _ in sum >> 1 ^ (sum & 1) &* 0xEDB8_8320 }
    }
    let data = [1] + number(text.count, 2) + number(~text.count, 2) + text
    let header: [UInt8] = [0x1F, 0x8B, 8, 4, 0, 0, 0, 0, 0, 0xFF, 6, 0, 0x42, 0x43, 2, 0]
    return header + number(data.count + 25, 2) + data + number(Int(~sum), 4) + number(text.count, 4)
  }

  @Test("split divides a file of bgzip, and its ranges read each record once")
  func blocks() throws {
    let bytes = Array(text.utf8)
    let packed = stride(from: 0, to: bytes.count, by: 100).flatMap { start in
      Self.block(Array(bytes[start..<min(start + 100, bytes.count)]))
    }
    try Data(packed).write(to: URL(fileURLWithPath: folder["f.ndjson.gz"]))
    #expect(try BuiltTool.shell("gzip -dc f.ndjson.gz | cmp - f.ndjson", in: folder).status == 0)
    let result = try BuiltTool.run(["split", "f.ndjson.gz", "--parts", "5"], in: folder)
    #expect(result.status == 0 && result.errors == "")
    let parts = result.output.split(separator: "\n").map { $0.split(separator: "\t") }
    #expect(parts.map { $0[0] } == ["1", "2", "3", "4", "5"])
    let rows = try parts.map { part in
      try BuiltTool.run(
        [
          "select", "f.ndjson.gz", "--range", "\(part[1])", "--column", "id:int=id",
          "--format", "tsv",
        ], in: folder
      ).output.split(separator: "\n").dropFirst().map { $0 + "\n" }.joined()
    }
    #expect(rows.joined() == goodRows)
    let target = ["--into", "x.sqlite", "--table", "t", "--column", "id:int=id"]
    let refused = try BuiltTool.run(
      ["import", "f.ndjson.gz", "--range", "0..100"] + target, in: folder)
    #expect(refused.status != 0 && refused.errors.contains("the checksums of all of it"))
  }

  @Test("import, plan, count and infer take a range, and a job file has one")
  func commands() throws {
    let target = ["--into", "x.sqlite", "--table", "t", "--column", "id:int=id"]
    let file = try BuiltTool.run(
      ["plan", "f.ndjson", "--range", "100..200", "--count-from", "start", "--job-file"] + target,
      in: folder)
    #expect(file.output.contains("\"range\": \"100..200\",\n  \"count-from\": \"start\""))
    try folder.write(file.output, to: "job.json")
    let first = try BuiltTool.run(["import", "--job", "job.json"], in: folder)
    #expect(first.status == 0 && first.errors.contains("10 rows into x.sqlite"), "\(first)")
    let second = try BuiltTool.run(
      ["import", "f.ndjson", "--range", "100..200"] + target, in: folder)
    #expect(second.errors.contains("0 records"), "\(second)")
    let count = try BuiltTool.run(["count", "f.ndjson", "--range", "100..200"], in: folder)
    #expect(count.output.hasPrefix("records      10\n"), "\(count)")
    let infer = try BuiltTool.run(
      ["infer", "f.ndjson", "--range", "100..200", "--as", "json"], in: folder)
    #expect(infer.output.contains("\"records\": 10"), "\(infer)")
  }

  @Test("the range of a file that is not divided, which split prints as -, is the whole file")
  func wholeFile() throws {
    try folder.write("[\n{\"id\":1},\n{\"id\":2}]\n", to: "array")
    let parts = try BuiltTool.run(["split", "array", "--parts", "2"], in: folder)
    #expect(parts.output.hasSuffix("\t-\tarray\n"), "\(parts)")
    for more in [[], ["--count-from", "start"]] {
      let count = try BuiltTool.run(["count", "array", "--range", "-"] + more, in: folder)
      #expect(count.status == 0 && count.output.hasPrefix("records      2\n"), "\(count)")
    }
  }

  @Test("ranges that can't be read are refused")
  func refused() throws {
    try folder.write("[\n1,\n2]\n", to: "array")
    for (arguments, words) in [
      (["count", "f.ndjson", "--range", "9"], "--range: expected a string such as \"1000..2000\""),
      (["count", "f.ndjson", "--range", "9..8"], "--range: expected a string such as"),
      (["count", "f.ndjson", "f.ndjson", "--range", "1..2"], "it is several files"),
      (["count", "array", "--range", "1..2"], "it is elements, whose records can't be told apart"),
      (["count", "-", "--range", "1..2"], "which can't be read twice; name lines"),
    ] {
      let result = try BuiltTool.run(arguments, in: folder)
      #expect(result.status == 2 && result.errors.contains(words), "\(arguments): \(result.errors)")
    }
  }
}
