import Sluice
import SluiceFeed
import SluiceSystem

extension ImportSummary {
  /// Why a job rejected records.
  public struct RejectReason: Sendable, Hashable {
    /// The stable code, such as `type-mismatch`.
    public let code: String
    /// The column whose values were refused, if there was one.
    public let column: String?
    public internal(set) var count: Int64
    /// The first of them: source, line, and what was found.
    public let example: String
  }

  /// The number of reasons is bounded by codes times columns.
  mutating func count(_ reject: Reject) {
    let known = rejectReasons.firstIndex {
      $0.code == reject.code && $0.column == reject.column
    }
    if let known {
      rejectReasons[known].count += 1
    } else {
      rejectReasons.append(
        RejectReason(
          code: reject.code, column: reject.column, count: 1,
          example: PrintableText.line("\(reject.source):\(reject.line): \(reject.message)")))
    }
  }
}
