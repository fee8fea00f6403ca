/// The place of a rotated file among those of its log, by its name: `app.log.1` is newer than `app.log.2`,
/// `app.log-20260131` newer than `app.log-20260130`, and `app.log-01022026` newer than `app.log-31012026`.
struct RotationOrder: Comparable {
  /// Numbers count backwards; dates, times and counters within a day count forwards.
  enum Order: Int { case date, epoch, number }

  let kind: Order
  private let groups: [UInt64]

  private init(kind: Order, groups: [UInt64]) { (self.kind, self.groups) = (kind, groups) }

  /// That of a whole number.
  init(number: UInt64) { self.init(kind: .number, groups: [number]) }

  /// Of `app.log.1`; nil for dates.
  var number: UInt64? { kind == .number ? groups[0] : nil }

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
    let digits = words.map(\.count)
    if words.count == 1, digits[0] <= 5 {
      kind = .number
    } else if words.count == 1, digits[0] == 10, !(1900...2199).contains(groups[0] / 1_000_000) {
      kind = .epoch
    } else {
      kind = .date
    }
    // A date is the same with and without hyphens, and with its day first.
    if kind == .date {
      if digits.starts(with: [4, 2, 2]) {
        groups.replaceSubrange(0..<3, with: [groups[0] * 10_000 + groups[1] * 100 + groups[2]])
      } else if digits.starts(with: [2, 2, 4]) {
        let day = RotationOrder.yearFirst(groups[0] * 1_000_000 + groups[1] * 10_000 + groups[2])
        groups.replaceSubrange(0..<3, with: [day])
      } else if digits[0] == 8 {
        groups[0] = RotationOrder.yearFirst(groups[0])
      }
    }
    self.groups = groups
  }

  /// A date of eight digits with its year first. None can be read in both ways.
  private static func yearFirst(_ date: UInt64) -> UInt64 {
    func isDate(year: UInt64, month: UInt64, day: UInt64) -> Bool {
      (1900...2199).contains(year) && (1...12).contains(month) && (1...31).contains(day)
    }
    if isDate(year: date / 10_000, month: date / 100 % 100, day: date % 100) { return date }
    let (first, second, year) = (date / 1_000_000, date / 10_000 % 100, date % 10_000)
    for (day, month) in [(first, second), (second, first)]
    where isDate(year: year, month: month, day: day) {
      return year * 10_000 + month * 100 + day
    }
    return date
  }

  /// Orders older files first.
  static func < (a: RotationOrder, b: RotationOrder) -> Bool {
    guard a.kind == b.kind else { return a.kind.rawValue < b.kind.rawValue }
    if a.kind == .number { return a.groups[0] > b.groups[0] }
    return a.groups.lexicographicallyPrecedes(b.groups)
  }
}
