import Sluice
import SluiceArrow
import SluiceRows

/// The rejects of a run as batches: those that it found by the time they are asked for.
///
/// One thread uses it at a time.
final class RejectBatches: ColumnBatches {
  let schema: ColumnSchema
  private let run: ScanRun
  private var options: ColumnOptions
  /// Where the next reject is.
  private var place = 0

  init(_ run: ScanRun, _ options: ColumnOptions) {
    self.run = run
    self.options = options
    // A record more than that still fits 32 bits.
    self.options.batchBytes = min(options.batchBytes, 1 << 30)
    let strings = options.strings
    schema = ColumnSchema([
      ColumnField(name: "source", type: .text, isNullable: false, strings: strings),
      ColumnField(name: "offset", type: .int, isNullable: false, strings: strings),
      ColumnField(name: "length", type: .int, isNullable: false, strings: strings),
      ColumnField(name: "line", type: .int, isNullable: true, strings: strings),
      ColumnField(name: "record", type: .int, isNullable: true, strings: strings),
      ColumnField(name: "code", type: .text, isNullable: false, strings: strings),
      ColumnField(name: "column", type: .text, isNullable: true, strings: strings),
      ColumnField(name: "path", type: .text, isNullable: true, strings: strings),
      ColumnField(name: "message", type: .text, isNullable: false, strings: strings),
      ColumnField(name: "raw", type: .blob, isNullable: false, strings: strings),
    ])
  }

  func next() throws -> ColumnBatch? {
    guard !run.isForked else { throw ScanError.forked }
    var rows = try PlainColumns(schema)
    while rows.rows < options.batchRows, rows.byteCount < options.batchBytes,
      let entry = try run.rejects.next(&place)
    {
      let (numbers, texts) = (entry.numbers, entry.texts)
      try rows.append(texts[0], to: 0)
      for i in 0..<2 { try rows.append(numbers[i], to: 1 + i) }
      // Lines and records count from 1: another number stands for one that is not known.
      for i in 2..<4 { try rows.append(numbers[i] > 0 ? numbers[i] : nil, to: 1 + i) }
      for i in 1..<6 { try rows.append(texts[i], to: 4 + i) }
      rows.endRow()
    }
    return rows.rows > 0 ? try rows.finished() : nil
  }

  func close() {}

  func systemError(_ error: any Error) -> (code: Int32, text: String) {
    let error = ScanError(error)
    return (error.number, error.text)
  }
}
