import Sluice
import SluiceFeed

/// The columns whose mismatches end reading, and whether an unknown key does.
package struct StoppingColumns {
  private let names: Set<ByteName>
  private let advice: String

  /// What has become of the rows before the record that ends reading.
  package enum RowsBefore: String {
    case committed = "What was committed before stays; the next run comes to this record again"
    case delivered = "The rows before it were delivered"
  }

  package init(_ columns: [ImportColumn], rowsBefore: RowsBefore) {
    names = Set(columns.filter { $0.contract.mismatch == .stop }.map(\.name))
    advice = rowsBefore.rawValue
  }

  /// Throws when the record was rejected because a value does not have the type of one of these
  /// columns. A missing value does not count as one of another type, nor does text that is not JSON.
  package func check(_ record: RejectedRecord) throws(ImportError) {
    if let fault = record.cause as? UnknownKeyFault {
      throw ImportError(
        .unknownKey,
        "stopped at \(record.source):\(record.line): no column, filter or exploded array names the key"
          + " \(fault.path) (unknown keys: stop). \(advice): give it a column, or"
          + " ignore unknown keys")
    }
    guard !names.isEmpty, let fault = record.cause as? ColumnFault, names.contains(fault.column),
      record.error.isAboutValue, record.error.code != .missingField
    else { return }
    throw ImportError(
      .mismatch,
      "stopped at column \"\(fault.column)\", whose contract stops the job at this value (mismatch stop):"
        + " \(record). \(advice)"
    )
  }
}
