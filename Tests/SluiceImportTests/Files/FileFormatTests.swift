import Sluice
import SluiceFeed
import SluiceImport
import TestSupport
import Testing

@Suite("Rows in a file")
struct FileFormatTests {
  let folder: TemporaryFolder
  init() throws { folder = try TemporaryFolder() }

  private func text(
    _ format: FileFormat, _ feed: String, _ columns: String...
  ) throws -> String {
    try runJob(
      textFeed(feed), into: FileSink(path: folder["out"], format: format), columns,
      rejectFile: folder["rejects.ndjson"])
    return String(decoding: try folder.bytes("out"), as: UTF8.self)
  }

  private let feed = """
    {"i":-9223372036854775808,"r":2.5,"b":true,"t":"plain","j":{"a":[1, "x"]}}
    {"i":0,"r":-3,"b":false,"t":"","j":[]}
    {"t":"a,b\\t\\"c\\"\\r\\nd"}
    {"i":1000,"r":1e300,"t":"ß😀","j":"\\u0041"}
    """
  private let columns = ["i:int=i", "r:real=r", "b:bool=b", "t:text=t", "j:json=j"]

  @Test("are CSV as RFC 4180 defines it, where NULL and an empty text differ")
  func csv() throws {
    let text = try text(.csv, feed, columns[0], columns[1], columns[2], columns[3], columns[4])
    #expect(
      text.components(separatedBy: "\r\n") == [
        "i,r,b,t,j", #"-9223372036854775808,2.5,true,plain,"{""a"":[1, ""x""]}""#,
        #"0,-3.0,false,"",[]"#, ",,,\"a,b\t\"\"c\"\"", "d\",", #"1000,1e+300,,ß😀,"""\u0041""""#,
        "",
      ])
  }

  @Test("are TSV with the same quotes")
  func tsv() throws {
    let text = try text(.tsv, feed, columns[0], columns[3])
    #expect(
      text == "i\tt\n-9223372036854775808\tplain\n0\t\"\"\n\t\"a,b\t\"\"c\"\"\r\nd\"\n1000\tß😀\n")
  }

  @Test("are NDJSON, one row a line whatever the record's layout")
  func ndjson() throws {
    let pretty = "{\n \"t\": \"a\\u0000\\n\\u001f\\\\/\\\"\",\n \"j\": {\n\"a\" :\r\n 1}\n}"
    try runJob(
      .bytes(Array(pretty.utf8), name: "test"),
      into: FileSink(path: folder["out"], format: .ndjson), ["t:text=t", "j:json=j", "n:int=n"],
      framing: .document)
    #expect(
      folder.lines("out") == [
        #"{"t":"a\u0000\n\u001f\\/\"","j":{ "a" :   1},"n":null}"#
      ])
  }

  @Test("with a U+0000 in a CSV field are rejected, and their neighbours are not")
  func nul() throws {
    let text = try text(.csv, "{\"t\":\"a\"}\n{\"t\":\"a\\u0000\"}\n{\"t\":\"b\"}\n", "t:text=t")
    #expect(text == "t\r\na\r\nb\r\n")
    #expect(folder.lines("rejects.ndjson").first?.contains("\"code\":\"nul-in-text\"") == true)
  }

  @Test("with one column are never an empty line")
  func oneColumn() throws {
    #expect(try text(.csv, "{}\n{\"t\":\"\"}\n", "t:text=t") == "t\r\n\"\"\r\n\"\"\r\n")
  }

  @Test("have quotes or escapes in column names that need them")
  func names() throws {
    #expect(try text(.csv, "{}\n", "a,\"b\":int=a", "c:int=c") == "\"a,\"\"b\"\"\",c\r\n,\r\n")
    let other = try TemporaryFolder()
    try runJob(
      textFeed("{}\n"), into: FileSink(path: other["out"], format: .ndjson), ["a\"\n:int=a"])
    #expect(other.lines("out") == [#"{"a\"\n":null}"#])
  }

  @Test("come back unchanged, whatever they contain")
  func random() throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    print("file format test: seed \(seed)")
    var random = SeededGenerator(seed: seed)
    func next(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &random) }
    let letters = ["a", ",", "\"", "\r", "\n", "\t", "ß", "😀", "\\", " ", ";"]
    let rows = (0..<300).map { _ in
      (0..<3).map { _ in (0..<next(6)).map { _ in letters[next(letters.count)] }.joined() }
    }
    var writer = JSONWriter(options: .lines)
    for row in rows {
      try writer.value(.array(row.map { .string($0) }))
    }
    let feed = try writer.takeString()
    let columns = (0..<3).map { "c\($0):text=\($0)" }
    for (format, separator) in [(FileFormat.csv, UInt8(ascii: ",")), (.tsv, UInt8(ascii: "\t"))] {
      let path = folder["\(format)"]
      try runJob(textFeed(feed), into: FileSink(path: path, format: format), columns)
      let parsed = try separated(folder.bytes("\(format)"), by: separator)
      #expect(parsed.first == ["c0", "c1", "c2"])
      #expect(Array(parsed.dropFirst()) == rows, "seed \(seed)")
    }
    let path = folder["ndjson"]
    try runJob(textFeed(feed), into: FileSink(path: path, format: .ndjson), columns)
    let lines = folder.lines("ndjson")
    #expect(lines.count == rows.count)
    for (line, row) in zip(lines, rows) {
      let json = try JSON(parsing: line)
      #expect((0..<3).map { json["c\($0)"]?.string } == row)
    }
  }

  /// Reads RFC 4180 by its wording.
  private func separated(_ bytes: [UInt8], by separator: UInt8) -> [[String]] {
    var rows: [[String]] = [[]]
    var field: [UInt8] = []
    var isQuoted = false
    var i = 0
    func endField() {
      rows[rows.count - 1].append(String(decoding: field, as: UTF8.self))
      field = []
    }
    while i < bytes.count {
      let byte = bytes[i]
      if isQuoted {
        if byte == UInt8(ascii: "\""), i + 1 < bytes.count, bytes[i + 1] == byte {
          field.append(byte)
          i += 1
        } else if byte == UInt8(ascii: "\"") {
          isQuoted = false
        } else {
          field.append(byte)
        }
      } else if byte == UInt8(ascii: "\"") {
        isQuoted = true
      } else if byte == separator {
        endField()
      } else if byte == UInt8(ascii: "\n") {
        endField()
        rows.append([])
      } else if byte != UInt8(ascii: "\r") {
        field.append(byte)
      }
      i += 1
    }
    return Array(rows.dropLast())
  }
}

extension String {
  /// As Foundation has it, for texts of this file.
  fileprivate func components(separatedBy separator: String) -> [String] {
    var parts: [String] = []
    var rest = self.unicodeScalars[...]
    let separator = Array(separator.unicodeScalars)
    while let range = rest.firstRange(of: separator) {
      parts.append(String(String.UnicodeScalarView(rest[..<range.lowerBound])))
      rest = rest[range.upperBound...]
    }
    return parts + [String(String.UnicodeScalarView(rest))]
  }

  // verify counted lines of TSV, and a value with a line feed has two.
  @Test(
    "A value with line feeds is one row when a file's rows are counted",
    arguments: [FileFormat.csv, .tsv, .ndjson])
  func countedRows(format: FileFormat) throws {
    let folder = try TemporaryFolder()
    let path = folder["rows"]
    try runJob(
      textFeed("{\"v\":\"a\\nb\\n\"}\n{\"v\":\"\\\"\\n\"}\n{\"v\":\"c\"}\n"),
      into: FileSink(path: path, format: format), ["v:text=v"])
    #expect(try FileSink(path: path, format: format).countRows() == 3)
  }
}
