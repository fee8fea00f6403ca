/// When a zone's clocks change, and by how much they differ from UTC: what turns local times into instants.
///
/// Made of the system's zone files (``ZoneFile``). Changes beyond those in the file follow the file's rule, up to the
/// year 9999.
package final class ZoneRules: Sendable {
  /// As in `Europe/Berlin`.
  let name: String
  /// Seconds since 1970 at which an offset begins, in order.
  private let changes: [Int64]
  /// Seconds east of UTC from each change on.
  private let offsets: [Int32]
  /// The offset before the first change.
  private let first: Int32

  /// A local time, as an instant.
  package enum Instant {
    /// Seconds since 1970.
    case one(Int64)
    /// The clocks showed it twice: the first of both instants.
    case firstOfTwo(Int64)
    /// The clocks skipped it.
    case none
  }

  init(name: String, changes: [Int64], offsets: [Int32], first: Int32) {
    (self.name, self.changes, self.offsets, self.first) = (name, changes, offsets, first)
  }

  /// Returns the instant at which the zone's clocks show a time, which is given as if it were UTC. O(log changes).
  package func instant(ofLocal seconds: Int64) -> Instant {
    // Offsets are less than a day: only those in effect a day around can apply.
    let start = firstChange(after: seconds - ZoneRules.day)
    let end = firstChange(after: seconds + ZoneRules.day)
    var found: Instant = .none
    for place in start...end {
      let offset = Int64(place == 0 ? first : offsets[place - 1])
      let instant = seconds - offset
      let isAfter = place == 0 || instant >= changes[place - 1]
      guard isAfter, place == changes.count || instant < changes[place] else { continue }
      guard case .none = found else { return found.doubled }
      found = .one(instant)
    }
    return found
  }

  private static let day: Int64 = 86_400

  /// The number of changes up to an instant.
  private func firstChange(after instant: Int64) -> Int {
    var (low, high) = (0, changes.count)
    while low < high {
      let middle = (low + high) / 2
      if changes[middle] <= instant { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

extension ZoneRules.Instant {
  /// The same where the clocks show the time again. Changes are in order, and so are the instants.
  fileprivate var doubled: ZoneRules.Instant {
    guard case .one(let instant) = self else { return self }
    return .firstOfTwo(instant)
  }
}
