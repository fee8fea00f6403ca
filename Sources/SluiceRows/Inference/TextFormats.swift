import Sluice

/// Recognising the formats of strings, byte by byte.
extension FormatSet {
  /// Removes the formats that the text does not have. O(length) at most, and free once no format is left.
  mutating func narrow(by text: UnsafeBufferPointer<UInt8>) {
    guard !isEmpty else { return }
    if !isDisjoint(with: .ofTimes) {
      unsafe subtract(FormatSet.ofTimes.subtracting(FormatSet.times(text)))
    }
    if contains(.uuid), unsafe !TextFormat.isUUID(text) { remove(.uuid) }
    if contains(.ipv4), unsafe !TextFormat.isIPv4(text) { remove(.ipv4) }
    if contains(.ipv6), unsafe !TextFormat.isIPv6(text) { remove(.ipv6) }
    if contains(.url), unsafe !TextFormat.isURL(text) { remove(.url) }
  }
}

enum TextFormat {
  typealias Text = UnsafeBufferPointer<UInt8>

  private static func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 <= 9 }

  private static func isHexDigit(_ byte: UInt8) -> Bool {
    isDigit(byte) || (byte | 0x20) &- 0x61 <= 5
  }

  private static func isLetter(_ byte: UInt8) -> Bool { (byte | 0x20) &- 0x61 <= 25 }

  private static func has(_ text: Text, _ byte: Unicode.Scalar, at place: Int) -> Bool {
    unsafe place < text.count && text[place] == UInt8(ascii: byte)
  }

  /// Whether a key looks like data: a number, a date, a UUID.
  static func isData(_ key: Text) -> Bool {
    guard let first = unsafe key.first, isHexDigit(first) else { return false }
    return unsafe key.allSatisfy(isDigit) || isUUID(key) || !FormatSet.times(key).isEmpty
  }

  static func isUUID(_ text: Text) -> Bool {
    guard text.count == 36 else { return false }
    for place in text.indices {
      let byte = unsafe text[place]
      let isHyphen = place == 8 || place == 13 || place == 18 || place == 23
      if isHyphen ? byte != UInt8(ascii: "-") : !isHexDigit(byte) { return false }
    }
    return true
  }

  static func isIPv4(_ text: Text) -> Bool { unsafe isIPv4(text, from: 0) }

  private static func isIPv4(_ text: Text, from start: Int) -> Bool {
    guard text.count - start <= 15 else { return false }
    var next = start
    for part in 0..<4 {
      let first = next
      var value = 0
      while next < text.count, next - first < 3, unsafe isDigit(text[next]) {
        value = unsafe value * 10 + Int(text[next] - 0x30)
        next += 1
      }
      guard next > first, value <= 255, unsafe next - first == 1 || text[first] != 0x30 else {
        return false
      }
      if part < 3 {
        guard unsafe has(text, ".", at: next) else { return false }
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
    if unsafe text[0] == UInt8(ascii: ":") {
      guard unsafe text[1] == UInt8(ascii: ":") else { return false }
      (hasGap, next) = (true, 2)
      if text.count == 2 { return true }
    }
    while true {
      let first = next
      while next < text.count, next - first < 5, unsafe isHexDigit(text[next]) { next += 1 }
      if unsafe has(text, ".", at: next) {
        return unsafe isIPv4(text, from: first) && (hasGap ? groups <= 5 : groups == 6)
      }
      guard (1...4).contains(next - first) else { return false }
      groups += 1
      guard next < text.count else { break }
      guard unsafe text[next] == UInt8(ascii: ":") else { return false }
      next += 1
      if unsafe has(text, ":", at: next) {
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
    guard let first = unsafe text.first, isLetter(first) else { return false }
    var next = 1
    while next < text.count,
      unsafe isLetter(text[next]) || isDigit(text[next]) || inScheme(text[next])
    {
      next += 1
    }
    guard unsafe has(text, ":", at: next), unsafe has(text, "/", at: next + 1),
      unsafe has(text, "/", at: next + 2),
      next + 3 < text.count
    else { return false }
    for place in text.indices.dropFirst(next + 3) {
      let byte = unsafe text[place]
      if byte == UInt8(ascii: "%") {
        guard place + 2 < text.count, unsafe isHexDigit(text[place + 1]),
          unsafe isHexDigit(text[place + 2])
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
