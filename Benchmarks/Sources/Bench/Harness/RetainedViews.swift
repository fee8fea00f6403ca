import Results
import SampleFeeds
import SluiceArrow
import SluiceFeed
import SluiceRows

/// The memory that batches keep whose texts are views into windows of the feed, for each byte of a text.
enum RetainedViews {
  static func lines() throws -> [FootprintLine] {
    let events = Feeds.make(.events, records: 20_000)
    let text = String(repeating: "words of a long text ", count: 25)
    let long = (0..<20_000).map { "{\"id\":\($0),\"text\":\"\($0) \(text)\",\"other\":[1,2,3]}\n" }
    let columns = ["id:int=id", "text:text=text"]
    return [
      try line("views", events, SelectWorkload.eventColumns, share: nil, bound: 8),
      try line("views.kept", events, SelectWorkload.eventColumns, share: 0, bound: nil),
      try line("views.long", Array(long.joined().utf8), columns, share: nil, bound: 4),
    ]
  }

  private static func line(
    _ name: String, _ bytes: [UInt8], _ columns: [String], share: Double?, bound: Double?
  ) throws -> FootprintLine {
    let folder = try ScratchFolder()
    let path = try folder.write(bytes, to: "feed.ndjson")
    var options = ColumnOptions(strings: .view)
    if let share { options.leastViewedShare = share }
    var (retained, texts, rows) = (0, 0, 0)
    try ColumnBatchReading(columns, FeedOptions(), options).forEachBatch(of: .file(path)) { batch in
      retained += batch.retainedBytes
      rows += batch.count
      for column in batch.schema.fields.indices where batch.schema.fields[column].type == .text {
        texts += (0..<batch.count).reduce(0) { $0 + (batch[column].bytes($1)?.count ?? 0) }
      }
    }
    return FootprintLine(
      name: name, value: Double(retained) / Double(max(texts, 1)), unit: "bytes per byte of text",
      bound: bound,
      note: "\(retained) bytes that \(rows) rows with \(texts) bytes of texts retain, of a feed of"
        + " \(bytes.count) bytes, windows "
        + (share == nil ? "that are viewed enough" : "always kept"))
  }
}
