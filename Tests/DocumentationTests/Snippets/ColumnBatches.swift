import SluiceArrow
import SluiceFeed
import SluiceRows
import TestSupport
import Testing

@Suite("Snippets: column batches")
struct ColumnBatchSnippets {
  private let feed = """
    {"type":"push","payload":{"size":3}}
    no record
    {"type":"fork","payload":{}}
    {"type":"push","payload":{"size":4}}

    """

  @Test("batches have the columns of rows")
  func batches() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(feed, to: "events.ndjson")
    var total: Int64 = 0
    let selection = RowSelection(columns: [
      try ImportColumn(parsing: "type:text=type"),
      try ImportColumn(parsing: "size:int=payload.size"),
    ])
    let feed = try JSONFeed(.file(path), options: FeedOptions(parallel: 2, badRecords: .skip))
    let stream = try ColumnStream(selection, of: feed)
    while let batch = try stream.next() {
      for row in 0..<batch.count { total += batch[1].int64(row) ?? 0 }
    }
    #expect(total == 7)
    #expect(stream.counts.rows == 3)
  }

  @Test("a stream sums up a column")
  func stream() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("{\"payload\":{\"size\":3}}\n", to: "events.ndjson")
    var total: Int64 = 0
    let selection = RowSelection(columns: [try ImportColumn(parsing: "size:int=payload.size")])
    let stream = try ColumnStream(selection, of: JSONFeed(.file(path)))
    while let batch = try stream.next() {
      for row in 0..<batch.count { total += batch[0].int64(row) ?? 0 }
    }
    #expect(total == 3)
  }

  @Test("a stream becomes Arrow's format")
  func arrowStream() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("{\"size\":3}\n", to: "events.ndjson")
    let selection = RowSelection(columns: [try ImportColumn(parsing: "size:int=size")])
    let stream = try ColumnStream(selection, of: JSONFeed(.file(path)))
    let writer = ArrowStreamWriter(stream.schema)
    var bytes: [UInt8] = []
    unsafe writer.begin { unsafe bytes.append(contentsOf: $0) }
    while let batch = try stream.next() {
      unsafe writer.write(batch) { unsafe bytes.append(contentsOf: $0) }
    }
    unsafe writer.end { unsafe bytes.append(contentsOf: $0) }
    #expect(bytes.starts(with: [0xFF, 0xFF, 0xFF, 0xFF]))
    #expect(bytes.suffix(8) == [0xFF, 0xFF, 0xFF, 0xFF, 0, 0, 0, 0])
  }
}
