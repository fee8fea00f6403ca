import Sluice
import SluiceFeed

/// A feed with known records, in one of many layouts.
struct LaidOutFeed {
  var bytes: [UInt8] = []
  /// The places of the records.
  var records: [Range<Int>] = []
  var isOnLines: Bool

  /// How the records of a feed lie on its lines.
  struct Layout: CustomStringConvertible, Sendable {
    let description: String
    let framing: FeedFraming
    let before: String
    let between: [String]
    let after: String
    /// Nil: records as they are; otherwise printed over lines, with this indentation.
    var indent: Int?
    /// White space before each line of a record.
    var margin = 0
    var isOnLines = false

    init(
      _ name: String, _ framing: FeedFraming, _ before: String, _ between: [String],
      _ after: String, indent: Int? = nil, margin: Int = 0, isOnLines: Bool = false
    ) {
      (description, self.framing, self.before) = ("\(framing), \(name)", framing, before)
      (self.between, self.after) = (between, after)
      (self.indent, self.margin, self.isOnLines) = (indent, margin, isOnLines)
    }
  }

  init(_ layout: Layout, _ records: [String]) {
    isOnLines = layout.isOnLines
    bytes = Array(layout.before.utf8)
    for (i, record) in records.enumerated() {
      if i > 0 { bytes += Array(layout.between[i % layout.between.count].utf8) }
      let start = bytes.count
      bytes +=
        layout.indent.map { Self.printed(Array(record.utf8), by: $0, layout.margin) }
        ?? Array(record.utf8)
      self.records.append(start..<bytes.count)
    }
    bytes += Array(layout.after.utf8)
  }

  /// A record over many lines, as `jq --indent` and Python print it.
  private static func printed(_ text: [UInt8], by indent: Int, _ margin: Int) -> [UInt8] {
    var printed: [UInt8] = []
    var depth = 0
    var isInString = false
    func newline() { printed += [0x0A] + [UInt8](repeating: 0x20, count: margin + depth * indent) }
    for (i, byte) in text.enumerated() {
      if isInString || byte == 0x22 {
        printed.append(byte)
        if byte == 0x22, !isInString || text[i - 1] != 0x5C { isInString.toggle() }
        continue
      }
      switch byte {
      case 0x7B, 0x5B:
        printed.append(byte)
        depth += 1
        if i + 1 < text.count, text[i + 1] != byte + 2 { newline() }
      case 0x7D, 0x5D:
        depth -= 1
        if text[i - 1] != byte - 2 { newline() }
        printed.append(byte)
      case 0x2C:
        printed.append(byte)
        newline()
      case 0x3A: printed += [byte, 0x20]
      default: printed.append(byte)
      }
    }
    return printed
  }

  static let items = FeedFraming.elements(of: JSONPointer(tokens: ["items"]))

  static let layouts: [Layout] = [
    Layout("on lines", .concatenated, "", ["\n"], "\n", isOnLines: true),
    Layout("on indented lines", .concatenated, "  ", ["\r\n  "], "\r\n", isOnLines: true),
    Layout("several on a line", .concatenated, "", ["\n", " ", ""], "\n"),
    Layout("on one line", .concatenated, "", [""], ""),
    Layout("printed", .concatenated, "", ["\n"], "\n", indent: 2),
    Layout("printed by tabs of one", .concatenated, "", ["\n\n"], "\n", indent: 1),
    Layout("printed without indentation", .concatenated, "", ["\n"], "\n", indent: 0),
    Layout("on lines", .sequence, "\u{1E}", ["\n\u{1E}"], "\n", isOnLines: true),
    Layout("on one line", .sequence, "\u{1E}", [" \u{1E}"], " "),
    Layout("printed", .sequence, "\u{1E}", ["\n\u{1E}"], "\n", indent: 2),
    Layout("on lines", .rootElements, "[\n", [",\n"], "\n]\n", isOnLines: true),
    Layout(
      "on lines, without lines for the brackets", .rootElements, "[", [",\n"], "]\n",
      isOnLines: true),
    Layout("on indented lines", .rootElements, "[\n  ", [",\n  "], "\n]\n", isOnLines: true),
    Layout("commas first", .rootElements, "[ ", ["\n, "], "\n]\n", isOnLines: true),
    Layout("several on a line", .rootElements, "[\n", [",\n", ", ", ","], "\n]\n"),
    Layout("on one line", .rootElements, "[", [","], "]"),
    Layout("printed", .rootElements, "[\n  ", [",\n  "], "\n]\n", indent: 2, margin: 2),
    Layout(
      "printed, commas first", .rootElements, "[\n  ", ["\n, "], "\n]\n", indent: 2, margin: 2),
    Layout("printed without indentation", .rootElements, "[\n", [",\n"], "\n]\n", indent: 0),
    Layout(
      "on lines", items, "{\"n\":[1],\n\"items\":[\n", [",\n"], "\n],\n\"z\":{}}\n", isOnLines: true
    ),
    Layout(
      "commas first", items, "{\"n\":[1],\"items\":[\n  ", ["\n, "], "\n],\"z\":{}}",
      isOnLines: true),
    Layout("on one line", items, "{\"items\":[", [", "], "],\"z\":{}}"),
    Layout(
      "printed", items, "{\n  \"items\": [\n    ", [",\n    "], "\n  ],\n  \"z\": 1\n}\n",
      indent: 2,
      margin: 4),
  ]
}

/// Text that lost, gained or changed a few bytes.
struct Damage: CustomStringConvertible {
  /// The removed bytes, and their replacement.
  let range: Range<Int>
  let text: [UInt8]

  var description: String {
    "\(range) by \(String(decoding: text, as: UTF8.self).debugDescription)"
  }

  func applied(to bytes: [UInt8]) -> [UInt8] {
    Array(bytes[..<range.lowerBound]) + text + bytes[range.upperBound...]
  }

  /// The new position of a place after the damage.
  func moved(_ place: Int) -> Int {
    place < range.upperBound ? place : place + text.count - range.count
  }

  /// Whether a range is unchanged.
  func spares(_ other: Range<Int>) -> Bool {
    // An insertion between two bytes is in neither.
    range.isEmpty
      ? range.lowerBound <= other.lowerBound || range.lowerBound >= other.upperBound
      : !range.overlaps(other)
  }

  static let structure = Array("{}[]\",:\\\n \u{1E}\u{0}x1".utf8)

  /// A dropped byte, and structural bytes as its replacement and before it: all of them, or two in
  /// turn.
  static func single(at place: Int, of count: Int, all: Bool) -> [Damage] {
    let turn = [place % structure.count, (place * 7 + 3) % structure.count]
    let bytes = all ? structure : turn.map { structure[$0] }
    return (place < count ? [Damage(range: place..<place + 1, text: [])] : [])
      + bytes.flatMap { byte in
        [Damage(range: place..<place, text: [byte])]
          + (place < count ? [Damage(range: place..<place + 1, text: [byte])] : [])
      }
  }

  /// A record's head or tail cut off at each place, and the feed's; NUL bytes.
  static func cuts(of feed: LaidOutFeed, all: Bool) -> [Damage] {
    let count = feed.bytes.count
    return feed.records.flatMap { record in
      record.dropFirst().filter { all || $0 % 3 == 0 }.flatMap { place in
        [
          Damage(range: record.lowerBound..<place, text: []),
          Damage(range: place..<record.upperBound, text: []),
          Damage(range: place..<record.upperBound, text: [0, 0, 0]),
          Damage(range: place..<count, text: []), Damage(range: 0..<place, text: []),
        ]
      }
    }
  }
}

/// The records of a feed whose structure is sound, found in a different way from the library. Nil:
/// it is not sound.
struct SoundFeed {
  private let bytes: [UInt8]
  private var i = 0
  private var records: [Range<Int>] = []

  static func records(_ bytes: [UInt8], _ framing: FeedFraming) -> [Range<Int>]? {
    var feed = SoundFeed(bytes: bytes)
    let isSound =
      switch framing {
      case .concatenated: feed.concatenated()
      case .sequence: feed.sequence()
      case .rootElements: feed.array() && feed.isAtEnd
      default: feed.items()
      }
    return isSound ? feed.records : nil
  }

  private init(bytes: [UInt8]) { self.bytes = bytes }

  private var byte: UInt8? { i < bytes.count ? bytes[i] : nil }
  private var isAtEnd: Bool { mutating get { space(); return i == bytes.count } }

  private mutating func space() {
    while let byte, [0x20, 0x09, 0x0D, 0x0A].contains(byte) { i += 1 }
  }

  private mutating func take(_ character: Character) -> Bool {
    space()
    guard byte == character.asciiValue else { return false }
    i += 1
    return true
  }

  private mutating func concatenated() -> Bool {
    while !isAtEnd {
      let start = i
      guard value() else { return false }
      records.append(start..<i)
      if byte == 0x22, bytes[start] != 0x22, bytes[start] != 0x7B, bytes[start] != 0x5B {
        return false
      }
    }
    return true
  }

  private mutating func sequence() -> Bool {
    space()
    if byte != nil, byte != 0x1E { return false }
    for text in bytes[i...].split(separator: 0x1E) {
      (i, records) = (text.startIndex, records)
      while let byte, i < text.endIndex, [0x20, 0x09, 0x0D, 0x0A].contains(byte) { i += 1 }
      if i >= text.endIndex { continue }
      let start = i
      guard value(), i <= text.endIndex else { return false }
      records.append(start..<i)
      if ![0x22, 0x7D, 0x5D].contains(bytes[i - 1]), i == text.endIndex { return false }
      guard text[i...].allSatisfy({ [0x20, 0x09, 0x0D, 0x0A].contains($0) }) else { return false }
    }
    return true
  }

  private mutating func array() -> Bool {
    guard take("[") else { return false }
    if take("]") { return true }
    repeat {
      space()
      let start = i
      guard value() else { return false }
      records.append(start..<i)
    } while take(",")
    return take("]")
  }

  private mutating func items() -> Bool {
    guard take("{") else { return false }
    var isFound = false
    repeat {
      space()
      let start = i
      guard byte == 0x22, value() else { return false }
      let isItems = bytes[start..<i].elementsEqual("\"items\"".utf8) && !isFound
      guard take(":") else { return false }
      space()
      if isItems { isFound = true }
      guard isItems ? array() : value() else { return false }
    } while take(",")
    return take("}") && isAtEnd && isFound
  }

  private mutating func value() -> Bool {
    space()
    switch byte {
    case 0x7B:
      i += 1
      if take("}") { return true }
      repeat {
        space()
        guard byte == 0x22, value(), take(":"), value() else { return false }
      } while take(",")
      return take("}")
    case 0x5B:
      i += 1
      if take("]") { return true }
      repeat { guard value() else { return false } } while take(",")
      return take("]")
    case 0x22:
      i += 1
      while let byte, byte != 0x0A {
        i += 1
        if byte == 0x22 { return true }
        if byte == 0x5C, let escaped = self.byte, escaped != 0x0A { i += 1 }
      }
      return false
    default:
      let start = i
      while let byte, !Array("{}[]\",:\\ \n\r\t".utf8).contains(byte) { i += 1 }
      return i > start && byte != 0x22 && byte != 0x5C
    }
  }
}
