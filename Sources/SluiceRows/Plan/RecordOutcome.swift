import SluiceFeed

/// What becomes of a record that is made into rows.
enum RecordOutcome {
  case rows, filtered, empty
  case reject(RejectedRecord)
}
