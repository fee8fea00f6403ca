import Sluice

/// Recognising the formats of strings, byte by byte.
extension FormatSet {
  /// Removes the formats that the text does not have. O(length) at most, and free once no format is left.
  mutating func narrow(by text: UnsafeBufferPointer<UInt8>) {
    guard !isEmpty else { return }
    if !isDisjoint(with: [.date, .timestamp, .localTimestamp]) {
      let found = TextFormat.dates(text)
      subtract(
        FormatSet([.date, .timestamp, .internetTimestamp, .localTimestamp]).subtracting(found))
    }
    if contains(.columnTimestamp), (try? TimestampText.microseconds(text)) == nil {
      remove(.columnTimestamp)
    }
    if contains(.uuid), !TextFormat.isUUID(text) { remove(.uuid) }
    if contains(.ipv4), !TextFormat.isIPv4(text) { remove(.ipv4) }
    if contains(.ipv6), !TextFormat.isIPv6(text) { remove(.ipv6) }
    if contains(.url), !TextFormat.isURL(text) { remove(.url) }
  }
}

enum TextFormat {
  typealias Text = UnsafeBufferPointer<UInt8>

  private static func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 <= 9 }

  private static func isHexDigit(_ byte: UInt8) -> Bool {
    isDigit(byte) || (byte | 0x20) &- 0x61 <= 5
  }

  private static func isLetter(_ byte: UInt8) -> Bool { (byte | 0x20) &- 0x61 <= 25 }

  /// Two digits at `place` as a number; nil when they are not digits.
  private static func pair(_ text: Text, _ place: Int) -> Int? {
    guard place + 2 <= text.count, isDigit(text[place]), isDigit(text[place + 1]) else {
      return nil
    }
    return Int(text[place] - 0x30) * 10 + Int(text[place + 1] - 0x30)
  }

  private static func has(_ text: Text, _ byte: Unicode.Scalar, at place: Int) -> Bool {
    place < text.count && text[place] == UInt8(ascii: byte)
  }

  /// Whether the text is a date, a timestamp, or a timestamp without a time zone.
  static func dates(_ text: Text) -> FormatSet {
    guard let century = pair(text, 0), let year = pair(text, 2), has(text, "-", at: 4),
      let month = pair(text, 5), (1...12).contains(month), has(text, "-", at: 7),
      let day = pair(text, 8), day >= 1,
      day <= Gregorian.daysInMonth(month, of: century * 100 + year)
    else { return [] }
    guard text.count > 10 else { return .date }
    var isInternet = text[10] | 0x20 == UInt8(ascii: "t")
    guard isInternet || text[10] == 0x20, let hour = pair(text, 11), hour <= 23,
      has(text, ":", at: 13), let minute = pair(text, 14), minute <= 59
    else { return [] }
    var next = 16
    let hasSeconds = has(text, ":", at: 16)
    if hasSeconds {
      guard let second = pair(text, 17), second <= 60 else { return [] }
      next = 19
      if has(text, ".", at: next) || has(text, ",", at: next) {
        if text[next] == UInt8(ascii: ",") { isInternet = false }
        let first = next + 1
        next = first
        while next < text.count, isDigit(text[next]) { next += 1 }
        if next == first { return [] }
      }
    }
    if next == text.count { return .localTimestamp }
    // A time without seconds but with a zone is ISO 8601, but no reader of timestamps accepts it.
    guard hasSeconds, let isInternetZone = zone(text, next) else { return [] }
    return isInternet && isInternetZone ? [.timestamp, .internetTimestamp] : .timestamp
  }

  /// Whether the text there is a time zone of RFC 3339, not only of ISO 8601; nil: neither.
  private static func zone(_ text: Text, _ place: Int) -> Bool? {
    if text[place] | 0x20 == UInt8(ascii: "z") { return place + 1 == text.count ? true : nil }
    guard has(text, "+", at: place) || has(text, "-", at: place),
      let hours = pair(text, place + 1), hours <= 23
    else { return nil }
    if place + 3 == text.count { return false }
    let hasColon = has(text, ":", at: place + 3)
    let last = place + (hasColon ? 4 : 3)
    guard let minutes = pair(text, last), minutes <= 59, last + 2 == text.count else { return nil }
    return hasColon
  }

  /// Whether a key looks like data: a number, a date, a UUID.
  static func isData(_ key: Text) -> Bool {
    guard let first = key.first, isHexDigit(first) else { return false }
    return key.allSatisfy(isDigit) || isUUID(key) || !dates(key).isEmpty
  }

  static func isUUID(_ text: Text) -> Bool {
    guard text.count == 36 else { return false }
    for (place, byte) in text.enumerated() {
      let isHyphen = place == 8 || place == 13 || place == 18 || place == 23
      if isHyphen ? byte != UInt8(ascii: "-") : !isHexDigit(byte) { return false }
    }
    return true
  }

  static func isIPv4(_ text: Text) -> Bool { isIPv4(text, from: 0) }

  private static func isIPv4(_ text: Text, from start: Int) -> Bool {
    guard text.count - start <= 15 else { return false }
    var next = start
    for part in 0..<4 {
      let first = next
      var value = 0
      while next < text.count, next - first < 3, isDigit(text[next]) {
        value = value * 10 + Int(text[next] - 0x30)
        next += 1
      }
      guard next > first, value <= 255, next - first == 1 || text[first] != 0x30 else {
        return false
      }
      if part < 3 {
        guard has(text, ".", at: next) else { return false }
        next += 1
      }
    }
    return next == text.count
  }

  static func isIPv6(_ text: Text) -> Bool {
    // 39 characters, or 45 with an IPv4 address at the end.
    guard (2...45).contains(text.count) else { return false }
    var (groups, next) = (0, 0)
    var hasGap = false
    if text[0] == UInt8(ascii: ":") {
      guard text[1] == UInt8(ascii: ":") else { return false }
      (hasGap, next) = (true, 2)
      if text.count == 2 { return true }
    }
    while true {
      let first = next
      while next < text.count, next - first < 5, isHexDigit(text[next]) { next += 1 }
      if has(text, ".", at: next) {
        return isIPv4(text, from: first) && (hasGap ? groups <= 5 : groups == 6)
      }
      guard (1...4).contains(next - first) else { return false }
      groups += 1
      guard next < text.count else { break }
      guard text[next] == UInt8(ascii: ":") else { return false }
      next += 1
      if has(text, ":", at: next) {
        guard !hasGap else { return false }
        hasGap = true
        next += 1
        if next == text.count { break }
      }
    }
    return hasGap ? groups <= 7 : groups == 8
  }

  /// Whether the text is a scheme, `://`, and then only characters that RFC 3986 allows in a URI.
  static func isURL(_ text: Text) -> Bool {
    guard let first = text.first, isLetter(first) else { return false }
    var next = 1
    while next < text.count, isLetter(text[next]) || isDigit(text[next]) || inScheme(text[next]) {
      next += 1
    }
    guard has(text, ":", at: next), has(text, "/", at: next + 1), has(text, "/", at: next + 2),
      next + 3 < text.count
    else { return false }
    for (place, byte) in text.enumerated().dropFirst(next + 3) {
      if byte == UInt8(ascii: "%") {
        guard place + 2 < text.count, isHexDigit(text[place + 1]), isHexDigit(text[place + 2])
        else { return false }
      } else if !isLetter(byte), !isDigit(byte), !inURI(byte) {
        return false
      }
    }
    return true
  }

  private static func inScheme(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".")
  }

  private static func inURI(_ byte: UInt8) -> Bool {
    switch Unicode.Scalar(byte) {
    case "-", ".", "_", "~", ":", "/", "?", "#", "[", "]", "@", "!", "$", "&", "'", "(", ")", "*",
      "+", ",", ";", "=":
      true
    default: false
    }
  }
}
