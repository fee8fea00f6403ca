import Sluice

/// What `.auto` chooses.
///
/// The first line that is not blank decides, and where it ends inside a value, the second as well:
///
/// * It begins with a record separator: a sequence.
/// * It is a whole value: lines. So no two lines of valid NDJSON are ever taken for anything else,
///   also not lines that are arrays. But an array that is all there is gives its elements.
/// * It has a whole value, and another begins behind it: concatenated.
/// * It ends inside a value that goes on soundly in the next line: the elements of the root when it
///   began with `[`, otherwise concatenated.
/// * It is an array that is longer than what is looked at: its elements.
/// * Anything else: lines, as damage costs least there.
enum FramingChoice {
  /// So many bytes are looked at.
  static let mostBytes = 1 << 20

  /// The framing of a feed that begins with `bytes`. Nil: more bytes must be seen, which is never
  /// said of all there are.
  static func framing(
    of bytes: UnsafeBufferPointer<UInt8>, isAll: Bool, depthLimit: Int
  ) -> FeedFraming? {
    let isEnough = isAll || bytes.count >= mostBytes
    guard let start = bytes.firstIndex(where: { !$0.isJSONSpace }) else {
      return isEnough ? .lines : nil
    }
    if bytes[start] == FeedFraming.recordSeparator { return .sequence }
    guard let end = lineEnd(in: bytes, from: start, isAll: isAll) else {
      return isEnough ? framing(ofLongLine: bytes, from: start, depthLimit) : nil
    }
    let line = UnsafeBufferPointer(rebasing: bytes[start..<end])
    guard let fault = FaultScan.firstFault(in: line, depthLimit: depthLimit) else {
      guard bytes[start] == Byte.openBracket else { return .lines }
      // Whether the array is all there is.
      if bytes[end...].contains(where: { !$0.isJSONSpace }) { return .lines }
      return isAll ? .rootElements : isEnough ? .lines : nil
    }
    switch fault.code {
    case .trailingContent: return beginsValue(line[fault.offset]) ? .concatenated : .lines
    case .incomplete: break
    default: return .lines
    }
    guard let next = bytes[end...].firstIndex(where: { !$0.isJSONSpace }) else {
      return isEnough ? .lines : nil
    }
    guard let nextEnd = lineEnd(in: bytes, from: next, isAll: isEnough) else { return nil }
    let text = UnsafeBufferPointer(rebasing: bytes[start..<nextEnd])
    switch FaultScan.firstFault(in: text, depthLimit: depthLimit)?.code {
    case nil, .incomplete?: return bytes[start] == Byte.openBracket ? .rootElements : .concatenated
    case .trailingContent?: return .concatenated
    default: return .lines
    }
  }

  /// The framing when the first line does not end among the bytes that are looked at.
  private static func framing(
    ofLongLine bytes: UnsafeBufferPointer<UInt8>, from start: Int, _ depthLimit: Int
  ) -> FeedFraming {
    // Behind a comma nothing is cut that would look like a fault: a word, an escape, a character.
    let end = bytes.lastIndex(of: Byte.comma).map { $0 + 1 } ?? bytes.endIndex
    let text = UnsafeBufferPointer(rebasing: bytes[start..<max(start, end)])
    switch FaultScan.firstFault(in: text, depthLimit: depthLimit) {
    case let fault? where fault.code == .trailingContent:
      return beginsValue(text[fault.offset]) ? .concatenated : .lines
    case let fault? where fault.code == .incomplete || fault.code == .unclosedString:
      return text[0] == Byte.openBracket ? .rootElements : .lines
    default: return .lines
    }
  }

  /// Where the line ends; nil: not among these bytes.
  private static func lineEnd(
    in bytes: UnsafeBufferPointer<UInt8>, from start: Int, isAll: Bool
  ) -> Int? {
    let rest = UnsafeBufferPointer(rebasing: bytes[start...])
    return firstNewline(in: rest).map { start + $0 } ?? (isAll ? bytes.count : nil)
  }

  private static func beginsValue(_ byte: UInt8) -> Bool {
    switch byte {
    case Byte.openBrace, Byte.openBracket, Byte.quote, Byte.minus, 0x30...0x39: true
    case UInt8(ascii: "t"), UInt8(ascii: "f"), UInt8(ascii: "n"): true
    default: false
    }
  }
}

extension FeedReader {
  /// Looks at the source's first bytes, which stay to be read.
  func chooseFraming() throws(JSONError) {
    framing = try chosenFraming()
    values = ValueFraming(framing, from: 0)
  }

  private func chosenFraming() throws(JSONError) -> FeedFraming {
    if let (bytes, taken) = source.inMemory, buffer.isEmpty {
      return bytes.withUnsafeBufferPointer { choose(in: $0[taken...], isAll: true) } ?? .lines
    }
    while true {
      if let found = choose(in: buffer.rest[...], isAll: buffer.isAtEnd) { return found }
      _ = try buffer.readOn(from: source)
    }
  }

  private func choose(
    in bytes: Slice<UnsafeBufferPointer<UInt8>>, isAll: Bool
  ) -> FeedFraming? {
    FramingChoice.framing(
      of: UnsafeBufferPointer(rebasing: bytes.prefix(FramingChoice.mostBytes)),
      isAll: isAll && bytes.count <= FramingChoice.mostBytes, depthLimit: options.depthLimit)
  }
}
