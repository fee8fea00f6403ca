import Sluice
import SluiceFeed

extension RowSelection {
  /// Writes the rows as CSV, TSV or NDJSON, in the feed's order. The body receives pieces of whole rows:
  /// some 10 to 300 KiB, or the largest row. In CSV and TSV the first piece starts with the line of names.
  ///
  /// Bad records, and records that make no row, are treated as in ``forEach(in:_:)``. A row that the format
  /// can't hold (U+0000 in CSV and TSV) is one of these, as it is in a job's file; if an array is
  /// exploded, this applies to all rows of the record.
  ///
  /// `limit`: the most rows that are written; reading ends after the last, and the counts are those up to
  /// there. `sample`: a random choice among the rows, before the limit. `Counts.rows` counts the rows that are
  /// written.
  ///
  /// With `FeedOptions.parallel` above 1, several threads also do the writing; the body is called on the
  /// caller's. Throws what the body throws, ``ImportError`` for a sample of too many bytes, and what
  /// `JSONFeed` does.
  @discardableResult
  public func write(
    _ feed: inout JSONFeed, as format: FileFormat, limit: Int64? = nil, sample: RowSample? = nil,
    to body: (UnsafeRawBufferPointer) throws -> Void
  ) throws -> Counts {
    let specification = try RowSpecification(
      columns, filter, explode: explode, unknownKeys: unknownKeys)
    try specification.check(feed.options)
    let writer = RowWriter(format, columns: columns)
    var head = OutputBuffer()
    writer.writeHead(to: &head)
    if head.count > 0 { try unsafe body(head.bytes) }
    var counts = Counts(columns)
    if !specification.mayNeedMessageFields { feed.leaveOutMessageFields() }
    let choosesRows = limit != nil || sample != nil
    var chooser = RowChooser(limit: limit, sample: sample)
    if chooser.isDone { return counts }
    let parts = SpareParts { RowText(specification, writer, choosesRows: choosesRows) }
    feed.checksInFullUnlessTold()
    let handler = feed.handler
    let stopping = StoppingColumns(columns, rowsBefore: .delivered)
    do {
      try handler.flushing {
        try feed.forEachChunk(
          ChunkFold { piece in
            let part = parts.reuse()
            part.read(piece)
            return part
          }, keepsBytes: false
        ) { part, delivery in
          defer { parts.put(part) }
          guard choosesRows else { return try unsafe part.deliver(delivery, &counts, body) }
          try unsafe part.deliver(delivery, &counts, choosing: &chooser, body)
          if chooser.isDone { throw EnoughRecords() }
        } rejected: { reject in
          try stopping.check(reject)
          try handler.keep(reject)
        }
      }
    } catch is EnoughRecords {}
    counts.rows += try chooser.release { row in
      try unsafe row.withUnsafeBytes { try unsafe body($0) }
    }
    var unknown = UnknownKeyCounts()
    for part in parts.all { if let found = part.unknownKeys { unknown.add(found) } }
    counts.setUnknownKeys(unknown)
    return counts
  }
}
