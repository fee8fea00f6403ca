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
    // example SluiceArrow.md: let selection = RowSelection(columns: [
    #expect(total == 7)
    #expect(stream.counts.rows == 3)
  }

  @Test("a stream sums up a column")
  func stream() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("{\"payload\":{\"size\":3}}\n", to: "events.ndjson")
    var total: Int64 = 0
    // example ColumnStream.swift: let selection = RowSelection(columns: [try ImportColumn(parsing:
    #expect(total == 3)
  }

  @Test("a stream becomes Arrow's format")
  func arrowStream() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("{\"size\":3}\n", to: "events.ndjson")
    let selection = RowSelection(columns: [try ImportColumn(parsing: "size:int=size")])
    let stream = try ColumnStream(selection, of: JSONFeed(.file(path)))
    // example ArrowStreamWriter.swift: let writer = ArrowStreamWriter(stream.schema)
    #expect(bytes.starts(with: [0xFF, 0xFF, 0xFF, 0xFF]))
    #expect(bytes.suffix(8) == [0xFF, 0xFF, 0xFF, 0xFF, 0, 0, 0, 0])
  }
}
