import Sluice

/// The keys and values of a line of logfmt, in their order.
///
/// A key is bytes above the space other than `=` and `"`. A value begins directly after `=`: a string in
/// quotes with the escapes of JSON, or bytes above the space. A key without `=` has no value.
///
/// Sound because it lives no longer than the call that makes it, whose line stays as it is.
@safe
struct LogfmtPairs {
  enum Value {
    case none
    /// The bytes between the quotes.
    case quoted(Range<Int>)
    case plain(Range<Int>)
  }

  private let line: UnsafeBufferPointer<UInt8>
  private var place: Int
  private let count: Int
  private var hasValue = false
  /// What is wrong with the line, once there is no further pair.
  private(set) var fault: JSONError?

  init(_ line: UnsafeBufferPointer<UInt8>, from start: Int) {
    unsafe self.line = unsafe line
    place = start
    count = line.count
  }

  private subscript(place: Int) -> UInt8 { unsafe line[place] }

  mutating func next() -> (key: Range<Int>, value: Value)? {
    while place < count, self[place] <= 0x20 { place += 1 }
    guard place < count else {
      // Words alone are no record, but a sentence.
      if !hasValue, fault == nil {
        fault = JSONError(.invalidValue, at: count, name: "logfmt, such as key=value")
      }
      return nil
    }
    let start = place
    while place < count, self[place] > 0x20, self[place] != UInt8(ascii: "=") {
      guard self[place] != Byte.quote else { return stop("a key without quotes", at: place) }
      place += 1
    }
    guard place > start else { return stop("a key before =", at: place) }
    let key = start..<place
    guard place < count, self[place] == UInt8(ascii: "=") else { return (key, .none) }
    place += 1
    hasValue = true
    guard place < count, self[place] == Byte.quote else {
      let start = place
      while place < count, self[place] > 0x20 { place += 1 }
      return (key, .plain(start..<place))
    }
    let quote = place
    place += 1
    while place < count, self[place] != Byte.quote {
      place += self[place] == Byte.backslash ? 2 : 1
    }
    guard place < count else {
      fault = JSONError(.unclosedString, at: quote)
      place = count
      return nil
    }
    let text = (quote + 1)..<place
    place += 1
    guard place == count || self[place] <= 0x20 else {
      return stop("white space after a value in quotes", at: place)
    }
    return (key, .quoted(text))
  }

  private mutating func stop(_ expected: String, at place: Int) -> (key: Range<Int>, value: Value)?
  {
    fault = JSONError(.invalidValue, at: place, name: expected)
    self.place = count
    return nil
  }

  /// Whether a value is a number of JSON, `true`, `false` or `null`.
  static func isTyped(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let first = unsafe text.first else { return false }
    switch first {
    case UInt8(ascii: "t"): return unsafe text.elementsEqual("true".utf8)
    case UInt8(ascii: "f"): return unsafe text.elementsEqual("false".utf8)
    case UInt8(ascii: "n"): return unsafe text.elementsEqual("null".utf8)
    default: return unsafe isNumber(text)
    }
  }

  private static func isNumber(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    var next = 0
    func isDigit() -> Bool { unsafe next < text.count && (0x30...0x39).contains(text[next]) }
    /// Skips digits; returns whether there were any.
    func digits() -> Bool {
      let start = next
      while isDigit() { next += 1 }
      return next > start
    }
    if unsafe text[0] == Byte.minus { next = 1 }
    let isZero = unsafe next < text.count && text[next] == 0x30
    let start = next
    guard digits(), !isZero || next == start + 1 else { return false }
    if unsafe next < text.count && text[next] == UInt8(ascii: ".") {
      next += 1
      guard digits() else { return false }
    }
    if unsafe next < text.count && text[next] | 0x20 == UInt8(ascii: "e") {
      next += 1
      if unsafe next < text.count && (text[next] == UInt8(ascii: "+") || text[next] == Byte.minus) {
        next += 1
      }
      guard digits() else { return false }
    }
    return next == text.count
  }
}
