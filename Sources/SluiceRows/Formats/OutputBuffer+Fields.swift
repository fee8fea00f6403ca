import Sluice

extension OutputBuffer {
  /// Appends a text as a field of RFC 4180, in quotes where it needs them. Returns false when it holds
  /// U+0000; the caller then removes what was appended.
  ///
  /// Copies eight bytes at a time and examines them on the way: nearly all texts need no quotes. The last
  /// eight may be copied twice. Reads nothing outside the text, and writes nothing outside the room that
  /// was made.
  @inline(__always)
  mutating func append(field text: UnsafeBufferPointer<UInt8>, separator: UInt8) -> Bool {
    let count = text.count
    guard count > 0, let start = text.baseAddress else {
      append("\"\"")
      return true
    }
    let source = unsafe UnsafeRawPointer(start)
    let target = unsafe UnsafeMutableRawPointer(end(withRoom: count))
    let separators = 0x0101_0101_0101_0101 &* UInt64(separator)
    var found: UInt64 = 0
    if count >= 8 {
      var i = 0
      let last = count &- 8
      while i < last {
        let word = unsafe (source + i).loadUnaligned(as: UInt64.self)
        unsafe (target + i).storeBytes(of: word, as: UInt64.self)
        found |= OutputBuffer.marks(in: word, separators)
        i &+= 8
      }
      let word = unsafe (source + last).loadUnaligned(as: UInt64.self)
      unsafe (target + last).storeBytes(of: word, as: UInt64.self)
      found |= OutputBuffer.marks(in: word, separators)
    } else if count >= 4 {
      let (first, last) = unsafe (
        source.loadUnaligned(as: UInt32.self),
        (source + (count &- 4)).loadUnaligned(as: UInt32.self)
      )
      unsafe target.storeBytes(of: first, as: UInt32.self)
      unsafe (target + (count &- 4)).storeBytes(of: last, as: UInt32.self)
      found = OutputBuffer.marks(in: UInt64(first) | UInt64(last) &<< 32, separators)
    } else {
      for i in 0..<count {
        let byte = unsafe start[i]
        unsafe (target + i).storeBytes(of: byte, as: UInt8.self)
        let isMark = byte < 0x20 || byte == UInt8(ascii: "\"") || byte == separator
        found |= isMark ? 1 : 0
      }
    }
    if found == 0 {
      advance(by: count)
      return true
    }
    return unsafe append(marked: text, separator: separator)
  }

  /// A bit for each byte of eight that is a quote, a separator or below U+0020. (A byte after one of
  /// these may have a bit too, so any bit leads to an examination of all bytes.)
  @inline(__always)
  private static func marks(in word: UInt64, _ separators: UInt64) -> UInt64 {
    let low: UInt64 = 0x0101_0101_0101_0101
    let quotes = word ^ 0x2222_2222_2222_2222
    let separated = word ^ separators
    return
      (((word &- low &* 0x20) & ~word) | ((quotes &- low) & ~quotes)
      | ((separated &- low) & ~separated)) & 0x8080_8080_8080_8080
  }

  /// Examines each byte for them.
  @inline(never)
  private mutating func append(marked text: UnsafeBufferPointer<UInt8>, separator: UInt8) -> Bool {
    var needsQuotes = false
    for place in text.indices {
      let byte = unsafe text[place]
      switch byte {
      case separator, UInt8(ascii: "\""), UInt8(ascii: "\r"), UInt8(ascii: "\n"):
        needsQuotes = true
      case 0: return false
      default: break
      }
    }
    guard needsQuotes else {
      unsafe append(text)
      return true
    }
    append(UInt8(ascii: "\""))
    var rest = unsafe text[...]
    while let quote = unsafe rest.firstIndex(of: UInt8(ascii: "\"")) {
      unsafe append(UnsafeBufferPointer(rebasing: rest[...quote]))
      append(UInt8(ascii: "\""))
      unsafe rest = unsafe rest[(quote + 1)...]
    }
    unsafe append(UnsafeBufferPointer(rebasing: rest))
    append(UInt8(ascii: "\""))
    return true
  }
}
