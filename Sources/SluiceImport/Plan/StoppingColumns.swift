import Sluice
import SluiceFeed

/// The columns at whose mismatches reading ends.
struct StoppingColumns {
  private let names: Set<String>

  init(_ columns: [ImportColumn]) {
    names = Set(columns.filter { $0.contract.mismatch == .stop }.map(\.name))
  }

  /// Throws when the record was rejected because a value is not of such a column's type. One that is
  /// missing is none of another type.
  func check(_ record: RejectedRecord) throws(ImportError) {
    guard !names.isEmpty, let fault = record.cause as? ColumnFault, names.contains(fault.column),
      record.error.code != .missingField
    else { return }
    throw ImportError(
      .mismatch,
      "stopped at column \"\(fault.column)\", which is not to have such a value (mismatch stop):"
        + " \(record). What was committed before stays; run again, the same comes to this record again"
    )
  }
}
