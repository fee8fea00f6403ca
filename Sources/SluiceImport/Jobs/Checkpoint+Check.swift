import SluiceFeed

extension Checkpoint {
  /// Returns the checkpoint if a job can have written its numbers. Throws `ImportError` if the progress
  /// was damaged, because no run may count on from there.
  func checked(of source: String) throws(ImportError) -> Checkpoint {
    let counts = [rows, rejects, fingerprint.size, rejectFileLength]
    guard position.isValid, counts.allSatisfy({ (0...FeedPosition.largest).contains($0) }) else {
      throw ImportError(
        .conflict,
        "the progress that is kept of \(source) is damaged: offset \(position.offset), line"
          + " \(position.line), record \(position.recordNumber), \(rows) rows, \(rejects) rejects, a"
          + " source of \(fingerprint.size) bytes, \(rejectFileLength) bytes of rejects. Restore it, or"
          + " import into another target")
    }
    return self
  }
}
