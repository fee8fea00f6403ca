import Sluice
import SluiceFeed

/// The records whose rows went to the sink since the last commit: what their rejects need if the sink
/// refuses a row late.
///
/// Most are forgotten unused. So their bytes stay in the windows of the feed, where it keeps these, and otherwise
/// one block of memory holds them.
///
/// Sound because a record is found in a window by its address, and that window lives as long as the record.
@safe
struct KeptRecords {
  struct Record {
    let source: String
    let number: Int64
    let line: Int64
    let offset: Int64
    let length: Int64
    /// The number of the window that holds its bytes; nil: `bytes` do.
    let window: Int?
    /// Where they begin there, and how many there are.
    let start: Int
    let count: Int
    /// The number of its first row among those since the last commit, and how many the sink took.
    let firstRow: Int
    let rowCount: Int
  }

  let isOn: Bool
  /// The range of the source from which their lines and numbers count.
  let range: FeedRange?
  private(set) var records: [Record] = []
  private var bytes: [UInt8] = []
  /// Provides the windows of the current feed; nil: it keeps none.
  var keeper: WindowKeeper?
  private var windows: [KeptWindow] = []
  private var windowBytes = 0
  /// The addresses of the last one.
  private var lastWindow: Range<UInt> = 0..<0
  /// Why the sink refused rows at once, by the records' indexes.
  private(set) var refusals: [Int: Refusal] = [:]
  /// What was done to values of the rows, by the rows' numbers.
  private(set) var notes = RowNotes()
  /// How many rows the sink took since the last commit.
  private var rowCount = 0

  /// The number of kept bytes after which a commit is due.
  static let mostBytes = 32 << 20

  init(isOn: Bool, range: FeedRange?) {
    (self.isOn, self.range) = (isOn, range)
  }

  @inline(__always)
  var isFull: Bool { bytes.count &+ windowBytes >= KeptRecords.mostBytes }

  /// Adds a record from which the sink took `rows` rows, and refused others.
  mutating func add(_ record: borrowing FeedRecord, rows: Int, _ refusal: Refusal? = nil) {
    var (window, start, count): (Int?, Int, Int) = (nil, 0, 0)
    unsafe record.withRawBytes {
      let all = unsafe $0
      count = min(all.count, RejectedRecord.mostBytes)
      if let place = placeInWindow(of: UInt(bitPattern: all.baseAddress), count) {
        (window, start) = (windows.count - 1, place)
      } else {
        start = bytes.count
        unsafe bytes.append(contentsOf: all.prefix(count))
      }
    }
    add(
      Record(
        source: record.source, number: record.number, line: record.line, offset: record.offset,
        length: Int64(record.length), window: window, start: start, count: count,
        firstRow: rowCount, rowCount: rows), refusal)
  }

  /// Where bytes are in the last window; nil: they are in none that is kept.
  @inline(__always)
  private mutating func placeInWindow(of address: UInt, _ count: Int) -> Int? {
    if !isInLastWindow(address, count) {
      guard takeWindow(), isInLastWindow(address, count) else { return nil }
    }
    return Int(address &- lastWindow.lowerBound)
  }

  @inline(__always)
  private func isInLastWindow(_ address: UInt, _ count: Int) -> Bool {
    address >= lastWindow.lowerBound && address &+ UInt(count) <= lastWindow.upperBound
  }

  /// Takes the window that the feed reads, unless that was taken or can't be kept.
  @inline(never)
  private mutating func takeWindow() -> Bool {
    guard let window = keeper?.popAll().last else { return false }
    add(window)
    let start = unsafe UInt(bitPattern: window.bytes.baseAddress)
    lastWindow = unsafe start..<start + UInt(window.bytes.count)
    return true
  }

  /// The same for a record that another thread read.
  mutating func add(
    _ record: Int, of delivery: ChunkDelivery, at place: RecordPlace, rows: Int,
    _ refusal: Refusal?
  ) {
    var (number, start, count): (Int?, Int, Int) = (nil, bytes.count, 0)
    if let (window, first) = delivery.window(at: place) {
      if windows.last !== window { add(window) }
      (number, start) = (windows.count - 1, first)
      count = min(place.length, RejectedRecord.mostBytes)
    } else {
      delivery.appendBytes(at: place, to: &bytes)
      count = bytes.count - start
    }
    add(
      Record(
        source: delivery.source, number: delivery.number(of: record), line: place.line,
        offset: place.offset, length: Int64(place.length), window: number, start: start,
        count: count, firstRow: rowCount, rowCount: rows), refusal)
  }

  @inline(never)
  private mutating func add(_ window: KeptWindow) {
    windows.append(window)
    windowBytes += window.capacity
  }

  private mutating func add(_ record: Record, _ refusal: Refusal?) {
    if let refusal { refusals[records.count] = refusal }
    records.append(record)
    rowCount += record.rowCount
  }

  /// Adds what was done to values of a row of the record that is added next.
  mutating func add(_ notes: ValueNotes, _ row: Int) {
    self.notes.add(notes, row: rowCount + row)
  }

  /// The same for those of a row of a batch.
  mutating func add(_ notes: RowNotes, of other: Int, _ row: Int) {
    self.notes.add(notes, of: other, row: rowCount + row)
  }

  mutating func removeAll() {
    records.removeAll(keepingCapacity: true)
    bytes.removeAll(keepingCapacity: bytes.capacity <= 2 * KeptRecords.mostBytes)
    // The feed may go on in the last one.
    windows.removeFirst(max(windows.count - 1, 0))
    windowBytes = windows.last?.capacity ?? 0
    refusals.removeAll()
    notes.removeAll()
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
    let place = record.start..<record.start + record.count
    return RejectedRecord(
      refused: record.window.map { unsafe Array(windows[$0].bytes[place]) }
        ?? Array(bytes[place]),
      source: record.source,
      range: range, number: record.number, line: record.line, offset: record.offset,
      length: record.length)
  }
}
