import Sluice
import SluiceFeed

/// What is done with the records of a feed by their keys, and what that may take.
struct KeyedReading: Sendable {
  let keys: [ColumnPath]
  let filter: Filter?
  /// Whether the digest of the whole record is needed, too.
  let comparesRecords: Bool

  /// The feed's parts in order, each record with its key. `body` is called for each record; the rejects
  /// before it are reported first.
  func forEach(
    in feed: inout JSONFeed, _ body: (KeyedPart, Int, ChunkDelivery) throws -> Void,
    finished: (KeyedPart) throws -> Void
  ) throws {
    feed.checksInFullUnlessTold()
    let own = self
    let parts = SpareParts { KeyedPart(own) }
    let handler = feed.handler
    try handler.flushing {
      try feed.forEachChunk(
        ChunkFold { piece in
          let part = parts.reuse()
          part.read(piece)
          return part
        }, keepsBytes: false
      ) { part, delivery in
        defer { parts.put(part) }
        let read = Result {
          for record in 0..<part.count {
            try delivery.go(behind: record)
            try body(part, record, delivery)
          }
          try delivery.finish()
        }
        try finished(part)
        try read.get()
      } rejected: {
        try handler.keep($0)
      }
    }
  }
}

/// The records of a piece of a feed with their keys: made by any thread.
final class KeyedPart {
  private let matcher: FilterMatcher
  private let finder: PathFinder
  private let paths: [ColumnPath]
  private let comparesRecords: Bool
  private var walk = DigestWalk()
  private(set) var keys: [ValueDigest] = []
  /// The digests of whole records, if they are compared.
  private(set) var records: [ValueDigest] = []
  /// The bytes of each record, after it a newline.
  private var bytes: [UInt8] = []
  private var ends: [Int] = []
  private(set) var offsets: [Int64] = []
  private(set) var filtered: Int64 = 0

  init(_ reading: KeyedReading) {
    matcher = FilterMatcher(reading.filter)
    paths = reading.keys
    finder = PathFinder(reading.keys)
    comparesRecords = reading.comparesRecords
  }

  var count: Int { keys.count }

  func read(_ piece: ChunkReading) {
    keys.removeAll(keepingCapacity: true)
    records.removeAll(keepingCapacity: true)
    ends.removeAll(keepingCapacity: true)
    offsets.removeAll(keepingCapacity: true)
    // A large record's memory is not kept.
    bytes.removeAll(keepingCapacity: bytes.capacity < 4 << 20)
    filtered = 0
    piece.forEach { record in
      do throws(JSONError) {
        let root = record.cursor.position
        if try !matcher.matches(root) {
          filtered += 1
          return
        }
        let key = try key(of: root)
        let whole = comparesRecords ? try walk.digest(of: root) : nil
        keys.append(key)
        if let whole { records.append(whole) }
      } catch {
        return piece.note(record.reject(error))
      }
      offsets.append(record.offset)
      unsafe record.withRawBytes { unsafe bytes.append(contentsOf: $0) }
      bytes.append(UInt8(ascii: "\n"))
      ends.append(bytes.count)
      piece.noteEnd(of: record)
    }
  }

  /// The digest of the values at the paths; without paths, of the record. Throws `missing-field` where a value
  /// is missing.
  private func key(of record: JSONPosition) throws(JSONError) -> ValueDigest {
    if paths.isEmpty { return try walk.digest(of: record) }
    var hasher = DigestHasher(UInt8(ascii: "k"))
    for (number, path) in paths.enumerated() {
      guard let value = try finder.find(number, in: record) else {
        throw JSONError(.missingField, at: record.offset, name: path.description)
      }
      hasher.combine(try walk.digest(of: value))
    }
    return hasher.finalize()
  }

  /// The bytes of consecutive records, each with a newline.
  func withBytes<R>(
    of records: Range<Int>, _ body: (UnsafeRawBufferPointer) throws -> R
  ) rethrows -> R {
    let start = records.lowerBound == 0 ? 0 : ends[records.lowerBound - 1]
    let end = records.isEmpty ? start : ends[records.upperBound - 1]
    return try unsafe bytes.withUnsafeBytes {
      try unsafe body(UnsafeRawBufferPointer(rebasing: $0[start..<end]))
    }
  }

  /// A record's bytes.
  func bytes(of record: Int) -> [UInt8] {
    unsafe withBytes(of: record..<record + 1) { unsafe Array($0.dropLast()) }
  }
}
