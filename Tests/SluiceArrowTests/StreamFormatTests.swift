import SluiceArrow
import SluiceFeed
import SluiceRows
import TestSupport
import Testing

/// That Arrow's own reader takes the stream is tested in Python (test_select.py); here is its structure.
@Suite("Arrow's streaming format")
struct StreamFormatTests {
  private func stream(
    _ columns: [String], _ text: String, _ options: ColumnOptions
  ) throws -> [UInt8] {
    let selection = RowSelection(
      columns: try columns.map { text throws(ImportError) in try ImportColumn(parsing: text) })
    let stream = try ColumnStream(
      selection, of: JSONFeed(.bytes(Array(text.utf8), name: "t")), options: options)
    let writer = ArrowStreamWriter(stream.schema)
    var bytes: [UInt8] = []
    unsafe writer.begin { unsafe bytes.append(contentsOf: $0) }
    while let batch = try stream.next() {
      unsafe writer.write(batch) { unsafe bytes.append(contentsOf: $0) }
    }
    unsafe writer.end { unsafe bytes.append(contentsOf: $0) }
    return bytes
  }

  @Test(
    "has a schema, batches whose buffers are in order, and an end",
    arguments: ColumnOptions.Strings.allCases)
  func structure(strings: ColumnOptions.Strings) throws {
    let text = (0..<1000).map { number in
      "{\"n\":\(number % 3 == 0 ? "null" : "\(number)"),\"s\":\"a text that is long \(number)\","
        + "\"b\":true,\"l\":[{\"k\":{\"x\":\(number)}}]}\n"
    }.joined()
    let bytes = try stream(
      ["n:int=n", "s:text=s", "b:bool=b", "l:list<struct<k: map<text, int>>>=l", "j:json=l"], text,
      ColumnOptions(strings: strings, batchRows: 300))
    let messages = try #require(StreamMessages(bytes))
    #expect(messages.all.map(\.kind) == [1, 3, 3, 3, 3])
    #expect(messages.all.map(\.rows) == [nil, 300, 300, 300, 100])
    for message in messages.all.dropFirst() {
      // Columns, and below the list: a struct, a map, its entries, keys and values.
      let rows = Int(message.rows ?? 0)
      #expect(
        message.nodes.map(\.0) == [rows, rows, rows, rows, rows, rows, rows, rows, rows, rows])
      #expect(message.nodes[0].1 == rows / 3 + (message.rows == 100 ? 1 : 0))
      var end = 0
      for (offset, length) in message.buffers {
        #expect(offset == end && offset % 64 == 0 && length >= 0)
        end = (offset + length + 63) / 64 * 64
      }
      #expect(end == message.bodyCount)
      let (ints, texts, bools, lists, structs) = (2, 3, 2, 2, 1)
      let (maps, entries, keys, values, json) = (2, 1, 3, 2, 3)
      #expect(
        message.buffers.count == ints + texts + bools + lists + structs + maps + entries + keys
          + values + json)
      #expect(message.variadicCounts == (strings == .view ? [1, 1, 1] : []))
    }
  }

  @Test("has no batch when there are no rows")
  func empty() throws {
    let bytes = try stream(["n:int=n"], "", ColumnOptions())
    #expect(StreamMessages(bytes)?.all.map(\.kind) == [1])
  }
}

/// A stream taken apart; nil when it is not one from its first byte to its last.
private struct StreamMessages {
  struct Message {
    let kind: Int
    let bodyCount: Int
    var rows: Int?
    var nodes: [(Int, Int)] = []
    var buffers: [(Int, Int)] = []
    var variadicCounts: [Int] = []
  }

  private(set) var all: [Message] = []
  private let bytes: [UInt8]

  init?(_ bytes: [UInt8]) {
    self.bytes = bytes
    var place = 0
    while true {
      guard place + 8 <= bytes.count, number(place, 4) == 0xFFFF_FFFF else { return nil }
      let count = number(place + 4, 4)
      place += 8
      if count == 0 { break }
      guard count % 8 == 0, let message = message(place) else { return nil }
      all.append(message)
      place += count + message.bodyCount
    }
    guard place == bytes.count else { return nil }
  }

  private func number(_ place: Int, _ width: Int) -> Int {
    (0..<width).reduce(0) { $0 | Int(bytes[place + $1]) << (8 * $1) }
  }

  /// Where a field of a table is; nil: it is left out.
  private func slot(_ number: Int, of table: Int) -> Int? {
    let slots = table - self.number(table, 4)
    guard 4 + 2 * number < self.number(slots, 2) else { return nil }
    let offset = self.number(slots + 4 + 2 * number, 2)
    return offset == 0 ? nil : table + offset
  }

  private func target(_ number: Int, of table: Int) -> Int? {
    slot(number, of: table).map { $0 + self.number($0, 4) }
  }

  private func longs(_ number: Int, of table: Int, each: Int) -> [Int] {
    guard let vector = target(number, of: table) else { return [] }
    return (0..<self.number(vector, 4) * each).map { self.number(vector + 4 + 8 * $0, 8) }
  }

  private func message(_ place: Int) -> Message? {
    let root = place + number(place, 4)
    guard let version = slot(0, of: root), number(version, 2) == 4,
      let kind = slot(1, of: root), let header = target(2, of: root)
    else { return nil }
    let body = slot(3, of: root).map { number($0, 8) } ?? 0
    var message = Message(kind: number(kind, 1), bodyCount: body)
    guard message.kind == 3 else { return message }
    message.rows = slot(0, of: header).map { number($0, 8) }
    let nodes = longs(1, of: header, each: 2)
    message.nodes = stride(from: 0, to: nodes.count, by: 2).map { (nodes[$0], nodes[$0 + 1]) }
    let buffers = longs(2, of: header, each: 2)
    message.buffers = stride(from: 0, to: buffers.count, by: 2).map {
      (buffers[$0], buffers[$0 + 1])
    }
    message.variadicCounts = longs(4, of: header, each: 1)
    return message
  }
}
