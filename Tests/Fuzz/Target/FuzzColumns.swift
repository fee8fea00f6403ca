import Sluice
import SluiceArrow
import SluiceFeed
import SluiceRows

/// Reads the bytes as columns, whose usual values a loop in C stores, and compares them with rows, each value of which
/// is read by itself.
enum FuzzColumns {
  /// What was read, as text, and the code of the error that ended it.
  private struct Outcome: Equatable {
    var rows: [[String]] = []
    var rejects: [String] = []
    var failure: String?
  }

  /// The words of Tests/Fuzz/json.dict have these keys.
  private static let columns: [ImportColumn]? = try? [
    "int:int=a", "real:real=a", "bool:bool=a", "text:text=a", "json:json=a", "second:int=b",
    "last:text=b",
  ].map { text throws(ImportError) in
    var column = try ImportColumn(parsing: text)
    column.contract = ColumnContract(mismatch: .null)
    return column
  }

  static func run(_ bytes: [UInt8], control: UInt8) {
    guard let columns else { disagreement("columns that cannot be parsed", []) }
    var strict = columns
    if control & 1 != 0 {
      strict = [columns[Int(control >> 4) % columns.count], columns[5]]
      for i in strict.indices { strict[i].contract = ColumnContract() }
    }
    // The second time, the shapes of records are known, so that many lines are stored at once.
    let bytes = control & 64 == 0 ? bytes : bytes + [UInt8(ascii: "\n")] + bytes
    let selection = RowSelection(columns: strict)
    let options = FeedOptions(
      checking: control & 2 == 0 ? .accessed : .full, windowSize: control & 4 == 0 ? 64 : 1 << 17)
    let strings: ColumnOptions.Strings = control & 8 == 0 ? .large : .view
    let rows = rows(selection, bytes, options)
    let batches = batches(selection, bytes, options, ColumnOptions(strings: strings))
    if rows != batches { disagreement("columns and rows: \(batches) and \(rows)", bytes) }
  }

  private static func rows(
    _ selection: RowSelection, _ bytes: [UInt8], _ options: FeedOptions
  ) -> Outcome {
    var outcome = Outcome()
    do {
      var options = options
      options.badRecords = .collect(limit: .max)
      var feed = try JSONFeed(.bytes(bytes, name: "fuzz"), options: options)
      defer { outcome.rejects = feed.badRecords.map { text(Reject($0)) } }
      _ = try selection.forEach(in: &feed) { row in
        outcome.rows.append((0..<row.count).map { row[$0].description })
      }
    } catch {
      outcome.failure = (error as? JSONError)?.code.description ?? "another error"
    }
    return outcome
  }

  private static func batches(
    _ selection: RowSelection, _ bytes: [UInt8], _ options: FeedOptions, _ columns: ColumnOptions
  ) -> Outcome {
    var rejects: [String] = []
    var outcome = Outcome()
    do {
      var options = options
      options.badRecords = .collect(limit: .max)
      let stream = try ColumnStream(
        selection, of: JSONFeed(.bytes(bytes, name: "fuzz"), options: options), options: columns,
        rejected: { rejects.append(text(Reject($0))) })
      while let batch = try stream.next() {
        for row in 0..<batch.count {
          outcome.rows.append(batch.schema.fields.indices.map { text(batch[$0], row) })
        }
      }
    } catch {
      outcome.failure = (error as? JSONError)?.code.description ?? "another error"
    }
    outcome.rejects = rejects
    return outcome
  }

  private static func text(_ reject: Reject) -> String {
    "\(reject.line) \(reject.offset)+\(reject.length) \(reject.code) \(reject.path ?? "-") \(reject.message)"
  }

  private static func text(_ column: ColumnBatch.Column, _ row: Int) -> String {
    if column.isNull(row) { return "NULL" }
    return switch column.field.type {
    case .int: "\(column.int64(row) ?? -1)"
    case .real: "\(column.double(row) ?? -1)"
    case .bool: "\(column.bool(row) ?? false)"
    default: column.string(row) ?? "no text"
    }
  }
}
