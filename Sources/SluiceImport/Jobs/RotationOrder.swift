/// The place of a rotated file among those of its log, by its name: `app.log.1` is newer than `app.log.2`,
/// `app.log-20260131` newer than `app.log-20260130`.
///
/// Times are not used: touching, copying or restoring a file changes them, and clocks are set back.
struct RotationOrder: Comparable {
  /// Numbers count backwards; dates, times and counters within a day count forwards.
  enum Kind: Int { case date, epoch, number }

  let kind: Kind
  private let groups: [UInt64]

  /// The place of the log itself, after all others.
  static let log = RotationOrder(kind: .number, groups: [0])

  private init(kind: Kind, groups: [UInt64]) { (self.kind, self.groups) = (kind, groups) }

  /// Parses what follows the log's name, without the ending of a compressed file. Nil when it is not a
  /// rotation's: a dot, a hyphen or an underscore, followed by digits and such marks.
  init?(suffix: some Collection<UInt8>) {
    let isMark = { (byte: UInt8) in byte == 0x2E || byte == 0x2D || byte == 0x5F }
    guard let first = suffix.first, isMark(first),
      suffix.allSatisfy({ isMark($0) || (0x30...0x39).contains($0) })
    else { return nil }
    let words = suffix.split(whereSeparator: isMark)
    guard !words.isEmpty else { return nil }
    var groups: [UInt64] = []
    for word in words {
      guard let number = UInt64(String(decoding: word, as: UTF8.self)) else { return nil }
      groups.append(number)
    }
    let digits = words[0].count
    if words.count == 1, digits <= 5 {
      kind = .number
    } else if words.count == 1, digits == 10, !(1900...2199).contains(groups[0] / 1_000_000) {
      kind = .epoch
    } else {
      kind = .date
    }
    // Dates with and without hyphens are the same dates.
    if kind == .date, digits == 4, groups.count >= 3, words[1].count == 2, words[2].count == 2 {
      groups.replaceSubrange(0..<3, with: [groups[0] * 10_000 + groups[1] * 100 + groups[2]])
    }
    self.groups = groups
  }

  /// Orders older files first.
  static func < (a: RotationOrder, b: RotationOrder) -> Bool {
    guard a.kind == b.kind else { return a.kind.rawValue < b.kind.rawValue }
    if a.kind == .number { return a.groups[0] > b.groups[0] }
    return a.groups.lexicographicallyPrecedes(b.groups)
  }
}
