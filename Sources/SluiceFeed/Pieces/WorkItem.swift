/// The work items into which a feed is cut.
enum WorkItem: Sendable {
  case chunk(Chunk)
  case values(ValueBatch)
  case range(LineRange)
  /// A line longer than a record may be.
  case reject(RejectedRecord)
  /// A blank line of that length, and the position after it.
  case blank(FeedPosition)
  /// The next part of the source begins here.
  case part(name: String, PartKind)

  /// Whether it has records for a thread to read.
  var isToBeRead: Bool {
    switch self {
    case .chunk, .values, .range: true
    case .reject, .blank, .part: false
    }
  }

  /// The name of the part of the source it comes from.
  var source: String {
    switch self {
    case .chunk(let chunk): chunk.source
    case .values(let batch): batch.source
    case .range(let range): range.source
    case .reject(let reject): reject.source
    case .blank: ""
    case .part(let name, _): name
    }
  }

  /// The first bytes of a record that begins at an offset in the source; empty if they are not in
  /// memory.
  func bytes(at offset: Int64, count: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    appendBytes(at: offset, count: count, to: &bytes)
    return bytes
  }

  /// Appends the same bytes.
  func appendBytes(at offset: Int64, count: Int, to bytes: inout [UInt8]) {
    switch self {
    case .chunk(let chunk):
      let first = Int(offset - chunk.start.offset)
      unsafe chunk.withBytes { unsafe bytes.append(contentsOf: $0[first..<first + count]) }
    case .values(let batch):
      guard let record = batch.record(at: offset) else { return }
      let first = Int(record.start)
      unsafe batch.withBytes { unsafe bytes.append(contentsOf: $0[first..<first + count]) }
    case .range, .reject, .blank, .part: return
    }
  }

  /// Where the part to be read begins; nil: at the end of the item before it.
  var start: FeedPosition? {
    switch self {
    case .chunk(let chunk): chunk.start
    case .values(let batch): batch.start
    case .range, .reject, .blank, .part: nil
    }
  }

  /// The rest after a position in it, or at its start; nil: nothing is left.
  func rest(from position: FeedPosition) -> WorkItem? {
    switch self {
    case .chunk(let chunk):
      if position.offset <= chunk.start.offset { return self }
      return position.offset < chunk.end.offset ? .chunk(chunk.rest(from: position)) : nil
    case .values(let batch): return batch.rest(from: position).map { .values($0) }
    case .range(let range): return range.rest(from: position).map { .range($0) }
    case .reject(let reject): return position == reject.positionAfter ? nil : self
    case .blank(let end): return position == end ? nil : self
    case .part: return nil
    }
  }
}
