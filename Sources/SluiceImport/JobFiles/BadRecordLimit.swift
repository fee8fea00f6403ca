import Sluice

/// How many bad records a job tolerates, as people write it: `100`, or `0.5%`.
struct BadRecordLimit {
  let count: Int?
  let share: Double?

  static let shape = JobShape.either(
    .integer(0...Int.max),
    .pattern(
      "^(100(\\.0*)?|[0-9]{1,2}(\\.[0-9]*)?)%$", example: "0.5%", check: { share(of: $0) != nil }))

  /// Nil when there is no limit.
  init?(count: Int?, share: Double?) {
    guard count != nil || share != nil else { return nil }
    self.count = count
    self.share = share
  }

  init?(_ json: JSON) {
    self.init(count: json.int, share: json.string.flatMap(BadRecordLimit.share))
  }

  var json: JSON? {
    if let count { return JSON(count) }
    guard let share else { return nil }
    let percent = share * 100
    // One of them is the number that was read and divided by 100.
    let read = [percent, percent.nextDown, percent.nextUp].first { $0 / 100 == share } ?? percent
    return .string(BadRecordLimit.plain(read) + "%")
  }

  /// Without an exponent, which percentages do not have.
  private static func plain(_ percent: Double) -> String {
    let text = percent.description
    guard let mark = text.firstIndex(of: "e"),
      let exponent = Int(text[text.index(after: mark)...]), exponent < 0
    else { return text }
    let digits = text[..<mark].filter { $0 != "." }
    let point = text[..<mark].firstIndex(of: ".").map { text[..<$0].count } ?? digits.count
    return "0." + String(repeating: "0", count: max(-exponent - point, 0)) + digits
  }

  private static func share(of text: String) -> Double? {
    guard text.utf8.last == UInt8(ascii: "%") else { return nil }
    let digits = text.dropLast()
    let parts = digits.split(separator: ".", omittingEmptySubsequences: false)
    guard (1...2).contains(parts.count),
      (1...2).contains(parts[0].utf8.count) || parts[0] == "100",
      parts.allSatisfy({ $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }),
      let percent = Double(digits.utf8.last == UInt8(ascii: ".") ? digits.dropLast() : digits),
      percent <= 100
    else { return nil }
    return percent / 100
  }
}
