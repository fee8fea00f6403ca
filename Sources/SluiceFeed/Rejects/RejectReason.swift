import Sluice
import SluiceSystem

/// Why records were rejected: how many for one reason, and the first of them.
public struct RejectReason: Sendable, Hashable {
  /// The stable code, such as `type-mismatch`.
  public let code: String
  /// The column whose values were refused, if there was one.
  public let column: ByteName?
  public package(set) var count: Int64
  /// The first of them: source, line, and what was found.
  public let example: String
}

extension [RejectReason] {
  /// Counts a reject. The number of reasons is bounded by codes times columns.
  package mutating func count(_ reject: Reject) {
    let known = firstIndex { $0.code == reject.code && $0.column == reject.column }
    if let known {
      self[known].count += 1
    } else {
      append(
        RejectReason(
          code: reject.code, column: reject.column, count: 1,
          example: PrintableText.line("\(reject.source):\(reject.line): \(reject.message)")))
    }
  }

  /// Adds the counts of another feed.
  package mutating func add(_ others: [RejectReason]) {
    for other in others {
      let known = firstIndex { $0.code == other.code && $0.column == other.column }
      if let known { self[known].count += other.count } else { append(other) }
    }
  }
}
