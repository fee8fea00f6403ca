import Sluice
import SluiceArrow
import SluiceFeed
import SluiceRows
import TestSupport
import Testing

/// Reads a feed as rows, as everywhere, and as batches, and compares them value by value, reject by reject.
func expectEqual(
  _ selection: RowSelection, _ bytes: [UInt8], _ options: ColumnOptions, threads: Int,
  checking: JSONChecking = .full, duplicateKeys: DuplicateKeys? = nil, windowSize: Int = 1 << 14,
  _ what: String, location: SourceLocation = #_sourceLocation
) throws {
  var feedOptions = FeedOptions(
    checking: checking, duplicateKeys: duplicateKeys, badRecords: .collect(limit: .max))
  feedOptions.windowSize = windowSize
  var feed = try JSONFeed(.bytes(bytes, name: "test"), options: feedOptions)
  var expected: [[String]] = []
  let counts = try selection.forEach(in: &feed) { row in
    expected.append((0..<row.count).map { BatchModel.text(row[$0], options.otherDecimals) })
  }

  var rejects: [Reject] = []
  feedOptions.parallel = threads
  let stream = try ColumnStream(
    selection, of: JSONFeed(.bytes(bytes, name: "test"), options: feedOptions), options: options,
    rejected: { rejects.append(Reject($0)) })
  var found: [[String]] = []
  while let batch = try stream.next() {
    #expect(batch.count > 0 && batch.count <= options.batchRows, sourceLocation: location)
    for row in 0..<batch.count {
      found.append(
        batch.schema.fields.indices.map { BatchModel.text(batch[$0], row) })
    }
    for column in batch.schema.fields.indices {
      let nulls = (0..<batch.count).count { batch[column].isNull($0) }
      #expect(nulls == batch[column].nullCount, sourceLocation: location)
    }
  }
  #expect(found.count == expected.count, "\(what)", sourceLocation: location)
  let first = zip(found, expected).enumerated().first { $0.element.0 != $0.element.1 }
  #expect(first == nil, "\(what)", sourceLocation: location)
  #expect(stream.counts == counts, "\(what)", sourceLocation: location)
  let wanted = feed.badRecords.map { Reject($0) }
  #expect(rejects.map(BatchModel.text) == wanted.map(BatchModel.text), sourceLocation: location)
  #expect(!expected.isEmpty && !rejects.isEmpty, "\(what)", sourceLocation: location)
}

enum BatchModel {
  static func text(_ reject: Reject) -> String {
    "\(reject.line) \(reject.record) \(reject.offset)+\(reject.length) \(reject.code)"
      + " \(reject.column ?? "-") \(reject.path ?? "-") \(reject.message) \(reject.rawBytes.count)"
  }

  /// A value of a row.
  static func text(_ value: ImportValue, _ form: DecimalForm) -> String {
    switch value {
    case .decimal(let text):
      let text = unsafe String(decoding: text, as: UTF8.self)
      return scaled(text, by: form.scale).map { "\($0)" } ?? "no decimal: \(text)"
    case .blob(let bytes): return unsafe "\(Array(bytes))"
    default: return value.description
    }
  }

  /// The same of a batch.
  static func text(_ column: ColumnBatch.Column, _ row: Int) -> String {
    if column.isNull(row) { return "NULL" }
    switch column.field.type {
    case .int: return "\(column.int64(row) ?? -1)"
    case .real: return "\(column.double(row) ?? -1)"
    case .bool: return "\(column.bool(row) ?? false)"
    case .text, .json: return column.string(row) ?? ""
    case .date: return ImportValue.date(column.days(row) ?? 0).description
    case .timestamp, .epoch, .epochms, .epochus:
      return ImportValue.timestamp(column.int64(row) ?? 0).description
    case .decimal: return "\(column.scaled(row) ?? -1)"
    case .uuid:
      let bytes = column.bytes(row) ?? []
      let high = bytes.prefix(8).reduce(0 as UInt64) { $0 << 8 | UInt64($1) }
      let low = bytes.suffix(8).reduce(0 as UInt64) { $0 << 8 | UInt64($1) }
      return ImportValue.uuid(high: high, low: low).description
    case .blob: return "\(column.bytes(row) ?? [])"
    case .list, .structure, .map: preconditionFailure("NestedBatchTests compare these")
    }
  }

  /// The digits of a plain decimal number, shifted.
  private static func scaled(_ text: String, by scale: Int) -> Int128? {
    let text = text == "1e2" ? "100" : text
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    let fraction = parts.count > 1 ? String(parts[1]) : ""
    guard fraction.count <= scale else { return nil }
    return Int128(parts[0] + fraction + String(repeating: "0", count: scale - fraction.count))
  }
}
