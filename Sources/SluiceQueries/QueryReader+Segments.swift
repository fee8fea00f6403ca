import Sluice

extension QueryReader {
  /// The segments of the whole text.
  mutating func query() throws(JSONError) -> [QuerySegment] {
    guard consume("$") else { throw unexpected("'$'", "a JSONPath begins with '$'") }
    let segments = try segments()
    guard place == bytes.count else {
      throw unexpected("'.', '..', '[' or the end", "quote other names: ['name']")
    }
    return segments
  }

  /// The segments from here on. Blanks count only in front of a segment.
  mutating func segments() throws(JSONError) -> [QuerySegment] {
    var segments: [QuerySegment] = []
    while true {
      let start = place
      skipBlanks()
      if next == UInt8(ascii: "[") {
        segments.append(
          QuerySegment(isDescendant: false, selectors: try bracketedSelectors()))
      } else if consume(word: "..") {
        let selectors =
          next == UInt8(ascii: "[")
          ? try bracketedSelectors()
          : [try shorthand("a name, '*' or '[' after '..'")]
        segments.append(QuerySegment(isDescendant: true, selectors: selectors))
      } else if consume(".") {
        segments.append(
          QuerySegment(isDescendant: false, selectors: [try shorthand("a name or '*' after '.'")]))
      } else {
        place = start
        return segments
      }
    }
  }

  /// `*`, or a name without quotes: letters, digits, `_` and anything beyond ASCII, no digit first.
  private mutating func shorthand(_ expected: String) throws(JSONError) -> QuerySelector {
    if consume("*") { return .wildcard }
    let start = place
    while let next, QueryReader.isInName(next) || (place > start && QueryReader.isDigit(next)) {
      place += 1
    }
    guard place > start else { throw unexpected(expected, "quote other names: ['name']") }
    return .name(String(decoding: bytes[start..<place], as: UTF8.self))
  }

  private static func isInName(_ byte: UInt8) -> Bool {
    (0x61...0x7A).contains(byte | 0x20) || byte == UInt8(ascii: "_") || byte >= 0x80
  }

  static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

  private mutating func bracketedSelectors() throws(JSONError) -> [QuerySelector] {
    try expect("[")
    var selectors: [QuerySelector] = []
    repeat {
      skipBlanks()
      selectors.append(try selector())
      skipBlanks()
    } while consume(",")
    guard consume("]") else { throw unexpected("',' or ']'") }
    return selectors
  }

  private mutating func selector() throws(JSONError) -> QuerySelector {
    switch next {
    case UInt8(ascii: "'"), UInt8(ascii: "\""): return .name(try quoted())
    case UInt8(ascii: "*"):
      place += 1
      return .wildcard
    case UInt8(ascii: "?"):
      place += 1
      skipBlanks()
      try enter()
      let filter = try filter()
      leave()
      return .filter(filter)
    default:
      break
    }
    let start = try integer()
    let afterStart = place
    skipBlanks()
    guard consume(":") else {
      guard let start else {
        throw unexpected("a selector", "names in brackets need quotes: ['name']")
      }
      place = afterStart
      return .index(start)
    }
    var slice = QuerySlice(start: start)
    skipBlanks()
    slice.end = try integer()
    skipBlanks()
    if consume(":") {
      skipBlanks()
      slice.step = try integer() ?? 1
    }
    return .slice(slice)
  }

  /// An integer within ±(2^53 - 1), or nil if none begins here.
  private mutating func integer() throws(JSONError) -> Int? {
    let start = place
    let isNegative = consume("-")
    var value = 0
    let digits = place
    while let next, QueryReader.isDigit(next) {
      value = value * 10 + Int(next - 0x30)
      guard value < 1 << 53 else {
        throw fault(
          "expected an integer between -(2^53 - 1) and 2^53 - 1 at character"
            + " \(character(at: start))", at: start)
      }
      place += 1
    }
    guard place > digits else {
      if isNegative { throw unexpected("a digit after '-'") }
      return nil
    }
    if bytes[digits] == 0x30, isNegative || place > digits + 1 {
      throw fault(
        "expected an integer without leading zeros, and 0 without a sign, at character"
          + " \(character(at: start))", at: start)
    }
    return isNegative ? -value : value
  }
}
