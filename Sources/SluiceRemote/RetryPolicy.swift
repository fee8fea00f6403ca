import SluiceFeed

/// How often, and after which waits, a request is repeated that failed by no fault of its own.
package struct RetryPolicy: Sendable {
  /// The number of attempts without a byte of progress.
  package var attempts = 8
  /// The longest first wait, in seconds. It doubles with each failure up to ``longestWait``. Each wait is a
  /// random part of it: many clients then don't return at once.
  package var firstWait = 0.2
  package var longestWait = 20.0
  /// The longest `Retry-After` that is obeyed, in seconds.
  package var longestRetryAfter = 120.0
  /// How long nothing may come, in seconds, before a transfer counts as broken.
  package var patience = 60.0
  package var connectSeconds = 20.0

  package init() {}

  /// The seconds to wait after a number of failures in a row; nil: give up.
  func wait(after failures: Int, retryAfter: Double?) -> Double? {
    guard failures < attempts else { return nil }
    if let retryAfter { return retryAfter <= longestRetryAfter ? retryAfter : nil }
    var most = firstWait
    for _ in 1..<max(failures, 1) where most < longestWait { most *= 2 }
    return Double.random(in: 0...min(most, longestWait))
  }
}

/// A failure that another attempt may mend.
struct TransientFault {
  let reason: String
  var retryAfter: Double?
}

/// The failures of one transfer since it last made progress.
struct Retries {
  private let policy: RetryPolicy
  private let name: String
  private var failures = 0

  init(_ policy: RetryPolicy, name: String) {
    self.policy = policy
    self.name = name
  }

  mutating func progressed() { failures = 0 }

  /// Waits before the next attempt. Throws when there have been enough, or when the feed is to stop.
  mutating func wait(after fault: TransientFault, _ stops: FeedStops) throws(InputEvent) {
    failures += 1
    guard let seconds = policy.wait(after: failures, retryAfter: fault.retryAfter) else {
      var reason = fault.reason
      if failures > 1 { reason += "; \(failures) attempts failed in a row" }
      if let asked = fault.retryAfter, asked > policy.longestRetryAfter {
        reason +=
          "; it asks to come back in \(Int(asked)) s, and at most"
          + " \(Int(policy.longestRetryAfter)) s are waited"
      }
      throw .failed(SourceFault.error(name, reason))
    }
    try stops.wait(for: [], milliseconds: Int32(seconds * 1000), name: name)
  }
}
