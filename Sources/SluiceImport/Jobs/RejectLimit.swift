import SluiceFeed

/// How many records of a job may be bad: among those of all its runs or, of a source that is followed, among the last
/// 1,000.
struct RejectLimit {
  private let count: Int64?
  private let share: Double?
  /// The number of records before which the share is judged only at the end.
  private let minimum: Int64
  private let earlier: (rejects: Int64, records: Int64)
  private var window: RejectWindow?
  let isFollowing: Bool

  /// `checkpoints`: those that earlier runs left of the job's sources.
  init(_ options: FeedOptions, after checkpoints: [Checkpoint?] = [], isFollowing: Bool = false) {
    count = options.maximumBadRecords.map(Int64.init)
    share = options.maximumBadShare
    minimum = Int64(options.minimumForShare)
    self.isFollowing = isFollowing
    let checkpoints = checkpoints.compactMap { $0 }
    earlier = (
      checkpoints.reduce(0) { $0 + $1.rejects },
      checkpoints.reduce(0) { $0 + $1.position.recordNumber }
    )
    guard isFollowing else { return }
    let shared = share.map { Int64($0 * Double(RejectWindow.span)) }
    window = [count, shared].compactMap { $0 }.min().flatMap { RejectWindow(allowing: $0) }
  }

  /// Counts a reject by the number of its record in the run.
  mutating func note(rejectAt record: Int64) { window?.add(record) }

  /// By how much the job exceeds the limit; nil: it does not. The counts are the run's.
  func excess(rejects: Int64, of records: Int64, isEnd: Bool = false) -> RejectExcess? {
    if isFollowing {
      guard let window, window.isExceeded else { return nil }
      return RejectExcess(rejects: window.allowed + 1, records: RejectWindow.span)
    }
    let now = RejectExcess(rejects: earlier.rejects + rejects, records: earlier.records + records)
    if let count, now.rejects > count { return now }
    if let share, isEnd || now.records >= minimum, now.exceeds(share) { return now }
    return nil
  }

  /// Throws for a job that an earlier run left beyond its limit, unless this one allows as many, and for one whose
  /// earlier runs have exceeded the limit of this one.
  func refuse(_ checkpoints: [Checkpoint?]) throws(ImportError) {
    for excess in checkpoints.compactMap({ $0?.excess }) where !allows(excess) {
      throw ImportError(
        .beyondLimit,
        "nothing was imported: an earlier run stopped beyond its limit of rejects, with \(excess)."
          + remedy(excess))
    }
    guard let excess = excess(rejects: 0, of: 0) else { return }
    throw ImportError(
      .beyondLimit,
      "nothing was imported: expected \(words(for: excess)) in all runs of the job, found \(excess)"
        + " before this one." + remedy(excess))
  }

  private func remedy(_ excess: RejectExcess) -> String {
    " To go on, allow at least as many (--max-errors \(excess.rejects), or \(excess.percent)), or"
      + " import from the start (--restart)"
  }

  private func allows(_ excess: RejectExcess) -> Bool {
    guard count != nil || share != nil else { return false }
    return count.map { excess.rejects <= $0 } ?? true && !(share.map(excess.exceeds) ?? false)
  }

  /// The error of a job that exceeds it.
  func error(_ excess: RejectExcess, last: RejectedRecord?) -> ImportError {
    let before =
      earlier.rejects > 0 && !isFollowing ? ", \(earlier.rejects) of them in earlier runs" : ""
    return ImportError(
      .tooManyRejects,
      "\(last == nil ? "too many bad records" : "stopped"): expected \(words(for: excess)), found"
        + " \(excess)\(before)" + (last.map { "; the last is \($0)" } ?? ""))
  }

  /// The limit that is exceeded.
  private func words(for excess: RejectExcess) -> String {
    let limit: TooManyBadRecords.Limit =
      if let count, excess.rejects > count {
        .count(Int(count))
      } else {
        .share(share ?? 0)
      }
    return limit.words + (isFollowing ? " among \(RejectWindow.span) records" : "")
  }
}

/// How many of a job's records were bad when it exceeded its limit. A checkpoint keeps it.
struct RejectExcess: Hashable, CustomStringConvertible {
  let rejects: Int64
  let records: Int64

  func exceeds(_ share: Double) -> Bool { Double(rejects) > share * Double(records) }

  /// The smallest share, in tenths of a percent, that allows them.
  var percent: String {
    let tenths = records > 0 ? (rejects * 1000 + records - 1) / records : 1000
    return tenths % 10 == 0 ? "\(tenths / 10)%" : "\(tenths / 10).\(tenths % 10)%"
  }

  var description: String { "\(rejects) of \(records)" }
}

/// The rejects among the last records of a followed source.
struct RejectWindow {
  /// The number of records that it looks back.
  static let span: Int64 = 1000

  let allowed: Int64
  /// The numbers of the last records that were rejected, one more than are allowed, in a ring.
  private var last: [Int64] = []
  private var oldest = 0
  private(set) var isExceeded = false

  /// Nil when as many are allowed as there can be.
  init?(allowing allowed: Int64) {
    guard allowed < RejectWindow.span else { return nil }
    self.allowed = allowed
  }

  mutating func add(_ record: Int64) {
    if last.count <= allowed {
      last.append(record)
    } else {
      last[oldest] = record
      oldest = (oldest + 1) % last.count
    }
    isExceeded = last.count > allowed && abs(record - last[oldest]) < RejectWindow.span
  }
}
