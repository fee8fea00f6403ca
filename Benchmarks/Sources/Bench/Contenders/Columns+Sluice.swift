import CContenders
import CSluiceArrow
import Sluice
import SluiceArrow
import SluiceFeed
import SluiceRows

/// A selection's rows as Arrow batches of 65,536 rows, from memory. A batch is dropped when it was counted.
final class ColumnsSluice: Contender {
  let name = "sluice"
  private let batches: ColumnBatchReading
  private let feeds: [[UInt8]]

  init(
    _ columns: [String], _ checking: JSONChecking, over documents: Documents
  ) throws {
    batches = try ColumnBatchReading(columns, FeedOptions(checking: checking))
    feeds = documents.all.map { Array($0) }
  }

  func run(passes: Int) throws -> Tally {
    var tally = Tally()
    for _ in 0..<passes {
      for bytes in feeds { try batches.add(.bytes(bytes, name: "feed"), to: &tally) }
    }
    return tally
  }

  func values() throws -> [UInt8] {
    var text = Text()
    for bytes in feeds { try batches.write(.bytes(bytes, name: "feed"), to: &text) }
    return text.bytes
  }
}

/// The same from a plain file, by CPU time or by the clock.
final class ColumnsOfFile: Contender {
  let name: String
  private let batches: ColumnBatchReading
  private let byWall: Bool
  private let path: String
  private let folder: ScratchFolder

  init(
    _ name: String, _ batches: ColumnBatchReading, byWall: Bool = false, _ path: String,
    in folder: ScratchFolder
  ) {
    self.name = name
    self.batches = batches
    self.byWall = byWall
    self.path = path
    self.folder = folder
  }

  func run(passes: Int) throws -> Tally {
    var tally = Tally()
    for _ in 0..<passes { try batches.add(.file(path), to: &tally) }
    return tally
  }

  func timed(passes: Int) throws -> (seconds: Double, tally: Tally) {
    if byWall { return try WallClock.timed { try run(passes: passes) } }
    let start = Clock.seconds()
    let tally = try run(passes: passes)
    return (Clock.seconds() - start, tally)
  }

  func values() throws -> [UInt8] {
    var text = Text()
    try batches.write(.file(path), to: &text)
    return text.bytes
  }
}

/// Reads feeds as batches of the same columns.
struct ColumnBatchReading {
  private let selection: RowSelection
  private let options: FeedOptions
  private let columns: ColumnOptions

  init(
    _ columns: [String], _ options: FeedOptions, _ strings: ColumnOptions = ColumnOptions()
  ) throws {
    selection = RowSelection(columns: try columns.map { try ImportColumn(parsing: $0) })
    self.options = options
    self.columns = strings
  }

  /// Takes each batch as a consumer in C does, and adds what it sees: rows, nulls and the bytes of texts.
  func add(_ source: FeedSource, to tally: inout Tally) throws {
    try forEachBatch(of: source) { batch in
      var array = ArrowArray()
      batch.export(to: &array)
      defer { array.release?(&array) }
      tally.numbers &+= UInt64(array.length)
      for (number, field) in batch.schema.fields.enumerated() {
        guard let child = array.children[number]?.pointee else { continue }
        tally.absent &+= UInt64(child.null_count)
        if field.type == .text { tally.bytes &+= ColumnBatchReading.textBytes(of: child, field) }
      }
    }
  }

  private static func textBytes(of array: ArrowArray, _ field: ColumnField) -> UInt64 {
    guard let values = array.buffers[1] else { return 0 }
    guard field.format == "vu" else {
      return UInt64(values.assumingMemoryBound(to: Int64.self)[Int(array.length)])
    }
    let words = values.assumingMemoryBound(to: Int32.self)
    return (0..<Int(array.length)).reduce(0) { $0 &+ UInt64(words[4 * $1]) }
  }

  /// Writes all values, row by row.
  func write(_ source: FeedSource, to text: inout Text) throws {
    try forEachBatch(of: source) { batch in
      let columns = batch.schema.fields.indices.map { batch[$0] }
      for row in 0..<batch.count {
        for column in columns {
          guard !column.isNull(row) else {
            text.missing()
            continue
          }
          switch column.field.type {
          case .int: text.integer(column.int64(row) ?? 0)
          case .real: text.real(column.double(row) ?? 0)
          case .bool: text.integer(column.bool(row) == true ? 1 : 0)
          default: (column.bytes(row) ?? []).withUnsafeBufferPointer { text.text($0) }
          }
        }
      }
    }
  }

  func forEachBatch(
    of source: FeedSource, _ body: (ColumnBatch) throws -> Void
  ) throws {
    let stream = try ColumnStream(
      selection, of: try JSONFeed(source, options: options), options: columns,
      rejected: { throw $0.error })
    while let batch = try stream.next() { try body(batch) }
  }
}
