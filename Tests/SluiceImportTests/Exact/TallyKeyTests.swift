import Sluice
import SluiceFeed
import SluiceImport
import Testing

@Suite("Groups in tables")
struct TallyKeyTests {
  /// Missing, null, true, "true", and others that look alike without their types.
  private static let records = [
    "{}", #"{"k":null}"#, #"{"k":true}"#, #"{"k":"true"}"#, #"{"k":"null"}"#, #"{"k":""}"#,
    #"{"k":12}"#, #"{"k":"12"}"#, #"{"k":"-1.5e3"}"#, #"{"k":"2024-05-31"}"#, #"{"k":"-"}"#,
    #"{"k":[]}"#, #"{"k":"[]"}"#, #"{"k":"\"a\""}"#, #"{"k":"a"}"#, #"{"k":"{}"}"#, #"{"k":{}}"#,
    #"{"k":"truex"}"#, #"{"k":"01"}"#,
  ]

  private static func table(_ format: FileFormat) throws -> String {
    let text = records.joined(separator: "\n")
    let tally = Tally(groupedBy: try ColumnPath(parsing: "k"))
    var feed = try JSONFeed(.bytes(Array(text.utf8), name: "keys"))
    let result = try tally.groups(of: &feed)
    #expect(result.groups.count == records.count)
    var bytes: [UInt8] = []
    try unsafe tally.write(result, as: format) { unsafe bytes += $0 }
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test("every key has a line of its own that no other key has", arguments: FileFormat.allCases)
  func apart(format: FileFormat) throws {
    let table = try Self.table(format)
    let lines = Set(table.split(separator: format == .csv ? "\r\n" : "\n").map(String.init))
    #expect(lines.count == Self.records.count + (format == .ndjson ? 0 : 1), "\(table)")
  }

  @Test("CSV has texts unchanged, but in JSON's quotes if they could be something else")
  func csv() throws {
    let table = try Self.table(.csv)
    for line in [
      ",1", "null,1", "true,1", #""""true""",1"#, #""""null""",1"#, #""""""",1"#, "12,1",
      #""""12""",1"#, "2024-05-31,1", "-,1", #""""[]""",1"#, "a,1", "truex,1", "01,1",
    ] {
      #expect(table.contains("\r\n\(line)\r\n"), "\(line) in \(table)")
    }
  }

  @Test("NDJSON has the keys unchanged, and no field where the key is missing")
  func ndjson() throws {
    let lines = Set(try Self.table(.ndjson).split(separator: "\n").map(String.init))
    for line in [
      #"{"count":1}"#, #"{"k":null,"count":1}"#, #"{"k":true,"count":1}"#,
      #"{"k":"true","count":1}"#, #"{"k":{},"count":1}"#, #"{"k":"","count":1}"#,
    ] {
      #expect(lines.contains(line), "\(line) in \(lines)")
    }
  }

  @Test("a sum beyond 64 bits is written with all its digits", arguments: FileFormat.allCases)
  func longSums(format: FileFormat) throws {
    let tally = Tally(sums: [.init(.sum, of: try ColumnPath(parsing: "v"))])
    let text = "{\"v\":\(Int64.max)}\n{\"v\":\(Int64.max)}\n"
    var feed = try JSONFeed(.bytes(Array(text.utf8), name: "sums"))
    let result = try tally.groups(of: &feed)
    var bytes: [UInt8] = []
    try unsafe tally.write(result, as: format) { unsafe bytes += $0 }
    #expect(String(decoding: bytes, as: UTF8.self).contains("18446744073709551614"))
  }

  @Test("half a million keys take a few probes each, even when tables are merged")
  func growth() throws {
    func probes(_ count: Int) throws -> Int {
      var whole = GroupKeys()
      for piece in 0..<10 {
        var part = GroupKeys()
        for number in piece * count / 10..<(piece + 1) * count / 10 {
          var key = "\"text number \(number) of them\""
          _ = key.withUTF8 { unsafe part.add($0) }
        }
        for number in 0..<part.count { _ = whole.add(number, of: part) }
        #expect(part.probes < 8 * part.count)
      }
      #expect(whole.count == count)
      return whole.probes
    }
    let (few, many) = (try probes(50_000), try probes(500_000))
    #expect(few < 8 * 50_000 && many < 8 * 500_000)
  }

  @Test("a key is numbered once, and distinguished from partly colliding ones")
  func numbers() {
    var keys = GroupKeys()
    for round in 0..<2 {
      for number in 0..<1000 {
        var key = String(repeating: "x", count: number)
        let added = key.withUTF8 { unsafe keys.add($0) }
        #expect(added == (number, round == 0))
      }
    }
    #expect(keys.count == 1000 && keys[3].elementsEqual("xxx".utf8))
    keys.removeAll()
    var again = "x"
    #expect(keys.count == 0 && again.withUTF8 { unsafe keys.add($0) } == (0, true))
  }
}
