/// Offsets without a message: compaction removed it, its transaction was aborted, or a transaction ended
/// there.
package struct KafkaGaps: Sendable, Hashable {
  /// How many offsets have no message.
  package private(set) var offsets: Int64 = 0
  /// The first and the last of the gaps.
  package private(set) var first: Range<Int64>?
  package private(set) var last: Range<Int64>?

  mutating func add(_ gap: Range<Int64>) {
    offsets += Int64(gap.count)
    if first == nil { first = gap }
    last = gap
  }

  /// What should be known of them; nil without any.
  package func text(of name: String) -> String? {
    guard let first, let last else { return nil }
    return
      "\(offsets) offsets of \(name) hold no message, the first at \(first.lowerBound), the last at"
      + " \(last.upperBound - 1): compaction removed it, its transaction was aborted, or a transaction"
      + " ended there"
  }
}
