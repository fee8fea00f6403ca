import SluiceFeed
import SluiceRows
import SluiceSystem

/// What a watched feed has had up to now: the thread that reads changes it, and the one that draws reads it.
struct WatchState {
  var table: TallyTable
  /// The last bad records, the latest last.
  private(set) var rejects: [RejectedRecord] = []
  /// When each was found, and how many there were at what time, for the rates.
  private var moments: [Moment] = []

  /// The figures at one time.
  struct Moment {
    let seconds: Double
    let counts: FeedCounts
    let groups: [Int64]
  }

  /// The number of moments that rates are made of.
  private static let momentCount = 6
  private static let rejectCount = 3

  init(_ tally: Tally) { table = TallyTable(tally) }

  mutating func note(_ reject: RejectedRecord) {
    rejects.append(reject)
    if rejects.count > WatchState.rejectCount { rejects.removeFirst() }
  }

  /// What is shown now: the largest groups, and the rates since some moments ago, which is the one that this
  /// adds unless nothing is added.
  mutating func view(
    _ counts: FeedCounts, at seconds: Double, top: Int, adds: Bool
  ) -> WatchView {
    let groups = table.groupCounts
    let before = moments.first ?? Moment(seconds: 0, counts: FeedCounts(), groups: [])
    let passed = max(seconds - before.seconds, 1e-3)
    func rate(_ now: Int64, _ then: Int64) -> Double { Double(max(now - then, 0)) / passed }
    let shown = table.top(top).map { number, group in
      let then = number < before.groups.count ? before.groups[number] : 0
      return WatchView.Group(group: group, rate: rate(group.count, then))
    }
    if adds {
      moments.append(Moment(seconds: seconds, counts: counts, groups: groups))
      if moments.count > WatchState.momentCount { moments.removeFirst() }
    }
    return WatchView(
      seconds: seconds, counts: counts,
      rates: FeedRates(
        records: rate(counts.records, before.counts.records),
        rejected: rate(counts.rejected, before.counts.rejected),
        bytes: rate(counts.bytes, before.counts.bytes)),
      groups: shown, groupCount: groups.count, rejects: rejects.map(\.description))
  }
}

/// Per second.
struct FeedRates {
  let records: Double
  let rejected: Double
  let bytes: Double
}

/// What is shown of a watched feed.
struct WatchView {
  struct Group {
    let group: TallyGroup
    let rate: Double
  }

  /// Since the start.
  let seconds: Double
  let counts: FeedCounts
  let rates: FeedRates
  let groups: [Group]
  let groupCount: Int
  let rejects: [String]
}
