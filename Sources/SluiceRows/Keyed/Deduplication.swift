import Sluice
import SluiceFeed

/// Leaves out the records of a feed whose key another record has.
///
/// ```swift
/// let unique = Deduplication(keys: [try ColumnPath(parsing: "id")])
/// let counts = try unsafe unique.write(&feed) { records in unsafe output += records }
/// ```
///
/// Keys are equal by value: numbers exactly, whatever their spelling, strings by their text, objects in any
/// order, and null equals null. A record without a value at one of the paths is a bad record. Records are
/// checked in full, unless the feed's options say otherwise.
///
/// Memory: some 32 bytes for each key, in a table that doubles: at most 512 MiB for the 16,777,216 keys that
/// are taken unless ``mostKeys`` says otherwise. Keys are kept as keyed hashes of 128 bits, so the chance
/// that two keys are confused is less than 2⁻⁸⁰.
public struct Deduplication: Sendable {
  /// The paths whose values are the key; none: the whole record.
  public let keys: [ColumnPath]
  public let filter: Filter?
  /// The most keys; one more is an error.
  public var mostKeys = 1 << 24 {
    didSet { mostKeys = min(max(mostKeys, 1), DigestTable.most) }
  }

  public init(keys: [ColumnPath] = [], where filter: Filter? = nil) {
    self.keys = keys
    self.filter = filter
  }

  public struct Counts: Sendable, Hashable {
    /// The number of records that were written.
    public internal(set) var records: Int64 = 0
    /// The number of those that were left out, because another record has their key.
    public internal(set) var duplicates: Int64 = 0
    /// The number of records that the filter did not take.
    public internal(set) var filtered: Int64 = 0

    package init() {}
  }

  /// Writes the first record of each key, in the feed's order. The body receives pieces of whole records,
  /// their bytes unchanged, each followed by a newline.
  ///
  /// The feed's options decide what to do with bad records, and how many threads to use; the body is called
  /// on the caller's. Throws what the body throws, ``ImportError`` where there are too many keys, and what
  /// `JSONFeed` throws.
  @discardableResult
  public func write(
    _ feed: inout JSONFeed, to body: (UnsafeRawBufferPointer) throws -> Void
  ) throws -> Counts {
    var table = DigestTable()
    return try unsafe write(&feed, to: body) { (part, record) in
      let isNew = table.add(part.keys[record]).isNew
      if isNew { try check(table.count) }
      return isNew
    }
  }

  /// Writes the last record of each key, in the feed's order. Reads the feed twice: `again` is the same feed,
  /// opened once more, whose bad records are left out. Takes another 4 bytes for each key.
  ///
  /// Throws also ``ImportError`` if the two feeds differ, as when a file grows meanwhile: what was written is
  /// then to be discarded.
  @discardableResult
  public func writeLast(
    _ feed: inout JSONFeed, again: inout JSONFeed,
    to body: (UnsafeRawBufferPointer) throws -> Void
  ) throws -> Counts {
    var table = DigestTable()
    /// The number of the last record with each key.
    var last: [Int64] = []
    var number: Int64 = 0
    try reading.forEach(in: &feed) { (part, record, _) in
      number += 1
      let (key, isNew) = table.add(part.keys[record])
      if isNew {
        try check(table.count)
        last.append(number)
      } else {
        last[key] = number
      }
    } finished: { _ in
    }
    let total = number
    number = 0
    let counts = try unsafe write(&again, to: body) { (part, record) in
      number += 1
      guard let key = table.number(of: part.keys[record]), number <= total else {
        throw Deduplication.changed
      }
      return last[key] == number
    }
    guard number == total, counts.records == Int64(table.count) else { throw Deduplication.changed }
    return counts
  }

  private var reading: KeyedReading {
    KeyedReading(keys: keys, filter: filter, comparesRecords: false)
  }

  private static var changed: ImportError {
    ImportError(
      .source,
      "the feed changed while it was read twice: what was written is not complete; read a copy")
  }

  private func check(_ count: Int) throws(ImportError) {
    guard count > mostKeys else { return }
    throw ImportError(
      .source,
      "there are more than \(mostKeys) different keys: raise the limit, which takes some 32 bytes for"
        + " each key, or filter")
  }

  /// Writes the records that are taken, as many at a time as follow each other.
  private func write(
    _ feed: inout JSONFeed, to body: (UnsafeRawBufferPointer) throws -> Void,
    _ isTaken: (KeyedPart, Int) throws -> Bool
  ) throws -> Counts {
    var counts = Counts()
    var run = 0..<0
    try reading.forEach(in: &feed) { (part, record, _) in
      guard try isTaken(part, record) else {
        counts.duplicates += 1
        return
      }
      counts.records += 1
      if run.upperBound != record {
        if !run.isEmpty { try unsafe part.withBytes(of: run, body) }
        run = record..<record
      }
      run = run.lowerBound..<record + 1
    } finished: { part in
      // Also before an error that ends the reading.
      if !run.isEmpty { try unsafe part.withBytes(of: run, body) }
      run = 0..<0
      counts.filtered += part.filtered
    }
    return counts
  }
}
