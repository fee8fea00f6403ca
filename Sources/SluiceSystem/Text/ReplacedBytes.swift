extension String {
  /// The text with another one in place of each occurrence of a pattern's bytes.
  ///
  /// `replacing` looks for characters: it doesn't find an apostrophe before a combining mark, since both are one
  /// character, and a quoted text would end there.
  package func replacingBytes(of pattern: String, with other: String) -> String {
    let (text, pattern) = (utf8, Array(pattern.utf8))
    guard let first = pattern.first, text.contains(first) else { return self }
    let bytes = Array(text)
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count + other.utf8.count)
    var place = 0
    while place < bytes.count {
      if bytes[place] == first, bytes[place...].starts(with: pattern) {
        result += other.utf8
        place += pattern.count
      } else {
        result.append(bytes[place])
        place += 1
      }
    }
    return String(decoding: result, as: UTF8.self)
  }
}
