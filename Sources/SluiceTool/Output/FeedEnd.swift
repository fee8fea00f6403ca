import SluiceFeed
import SluiceSystem

/// How the reading of a feed has ended: its bad records, which are told, and the exit status.
struct FeedEnd {
  private let rejected: Int64
  private let reasons: [RejectReason]
  private let excess: TooManyBadRecords?
  private var note: SourceNote?

  /// `excess`: what ended it early. Otherwise it is judged here, unless it was not read to its end.
  init(
    rejected: Int64, of records: Int64, _ reasons: [RejectReason], _ excess: TooManyBadRecords?,
    _ options: FeedOptions, isWhole: Bool
  ) {
    (self.rejected, self.reasons) = (rejected, reasons)
    guard excess == nil, isWhole else {
      self.excess = excess
      return
    }
    do throws(TooManyBadRecords) {
      try BadRecordLimits(options).check(rejected: rejected, of: records, last: nil)
      self.excess = nil
    } catch {
      self.excess = error
    }
  }

  init(
    _ feed: borrowing JSONFeed, _ excess: TooManyBadRecords?, _ options: FeedOptions, isWhole: Bool
  ) {
    let counts = feed.counts
    self.init(
      rejected: counts.rejected, of: counts.records + counts.rejected, feed.rejectReasons, excess,
      options, isWhole: isWhole)
    note = feed.handler.framingNote(counts, feed.framing, of: feed.name)
  }

  /// Writes by how much the limit was exceeded, and the reasons.
  func tell() {
    if let excess { StandardError.complain("\(excess)") }
    StandardError.write(Figures.reasons(reasons))
    if let note { StandardError.write("\(note.kind): \(PrintableText.line(note.text))\n") }
  }

  var status: ExitStatus {
    excess != nil ? .limitReached : rejected > 0 ? .rejected : .success
  }
}
