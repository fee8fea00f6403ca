import SluiceFeed

/// The records whose rows went to the sink since the last commit: what their rejects need if the sink
/// refuses a row late.
///
/// One block of memory holds the records' bytes: most are forgotten unused.
struct KeptRecords {
  struct Record {
    let source: String
    let number: Int64
    let line: Int64
    let offset: Int64
    let length: Int64
    /// Where its bytes begin among the kept ones, and how many there are.
    let start: Int
    let count: Int
    /// The number of its first row among those since the last commit, and how many the sink took.
    let firstRow: Int
    let rowCount: Int
  }

  /// Whether records are kept at all.
  let isOn: Bool
  /// The range of the source from which their lines and numbers count.
  let range: FeedRange?
  private(set) var records: [Record] = []
  private var bytes: [UInt8] = []
  /// Why the sink refused rows at once, by the records' indexes.
  private(set) var refusals: [Int: Refusal] = [:]
  /// The columns that were set to NULL, by the rows' numbers.
  private(set) var nulled: [Int: [String]] = [:]
  /// How many rows the sink took since the last commit.
  private var rowCount = 0

  /// The number of kept bytes after which a commit is due.
  private static let mostBytes = 16 << 20

  init(isOn: Bool, range: FeedRange?) {
    (self.isOn, self.range) = (isOn, range)
  }

  @inline(__always)
  var isFull: Bool { bytes.count >= KeptRecords.mostBytes }

  /// Adds a record from which the sink took `rows` rows, and refused others.
  mutating func add(_ record: borrowing FeedRecord, rows: Int, _ refusal: Refusal? = nil) {
    let start = bytes.count
    unsafe record.withRawBytes {
      unsafe bytes.append(contentsOf: $0.prefix(RejectedRecord.mostBytes))
    }
    add(
      Record(
        source: record.source, number: record.number, line: record.line, offset: record.offset,
        length: Int64(record.length), start: start, count: bytes.count - start, firstRow: rowCount,
        rowCount: rows), refusal)
  }

  /// The same for a record that another thread read.
  mutating func add(
    _ record: Int, of delivery: ChunkDelivery, at place: RecordPlace, rows: Int,
    _ refusal: Refusal?
  ) {
    let start = bytes.count
    delivery.appendBytes(at: place, to: &bytes)
    add(
      Record(
        source: delivery.source, number: delivery.position(behind: record).recordNumber,
        line: place.line, offset: place.offset, length: Int64(place.length), start: start,
        count: bytes.count - start, firstRow: rowCount, rowCount: rows), refusal)
  }

  private mutating func add(_ record: Record, _ refusal: Refusal?) {
    if let refusal { refusals[records.count] = refusal }
    records.append(record)
    rowCount += record.rowCount
  }

  /// Notes the columns set to NULL in a row of the record that is added next.
  mutating func note(nulled columns: [String], _ row: Int) { nulled[rowCount + row] = columns }

  mutating func removeAll() {
    records.removeAll(keepingCapacity: true)
    bytes.removeAll(keepingCapacity: bytes.capacity <= 2 * KeptRecords.mostBytes)
    refusals.removeAll()
    nulled.removeAll()
    rowCount = 0
  }

  /// The index of the record to which a row belongs.
  func record(ofRow row: Int) -> Int? {
    var (low, high) = (0, records.count)
    while low < high {
      let middle = (low + high) / 2
      if records[middle].firstRow <= row { low = middle + 1 } else { high = middle }
    }
    // Records without a row begin where the next one does.
    guard low > 0, row < records[low - 1].firstRow + records[low - 1].rowCount else { return nil }
    return low - 1
  }

  /// The element of a record that a row came from. Elements whose rows were refused at once have no row.
  func element(ofRow row: Int, in record: Int) -> Int64 {
    var element = Int64(row - records[record].firstRow)
    for refused in refusals[record]?.elements ?? [] where refused <= element { element += 1 }
    return element
  }

  func reject(_ index: Int) -> RejectedRecord {
    let record = records[index]
    return RejectedRecord(
      refused: Array(bytes[record.start..<record.start + record.count]), source: record.source,
      range: range, number: record.number, line: record.line, offset: record.offset,
      length: record.length)
  }
}
