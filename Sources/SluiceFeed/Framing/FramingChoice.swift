import Sluice

/// The choice that `.auto` makes.
///
/// The first line that is not blank decides. If it ends inside a value, the second line decides
/// too:
///
/// * It begins with a record separator: a sequence.
/// * It is a whole value: lines. So two lines of valid NDJSON are always read as lines, even if each
///   is an array. But an array that fills the whole source yields its elements.
/// * It has a whole value, followed by the start of another: concatenated.
/// * It ends inside a value that continues soundly on the next line: the elements of the root if it
///   begins with `[`, otherwise concatenated.
/// * It is an array longer than the inspected bytes: its elements.
/// * Anything else: lines, where damage costs least.
enum FramingChoice {
  /// The maximum number of bytes inspected.
  static let mostBytes = 1 << 20

  /// The framing of a feed that begins with `all`, of which it inspects ``mostBytes``. Nil: this needs more bytes,
  /// which is never returned when `isAll` is set.
  static func framing(
    of all: UnsafeBufferPointer<UInt8>, isAll: Bool, depthLimit: Int
  ) -> FeedFraming? {
    // With that many bytes it is not known whether they are all: the answer could depend on how they came.
    let isLong = all.count > mostBytes
    let isEnough = isAll || isLong
    let isAll = isAll && !isLong
    let bytes = unsafe UnsafeBufferPointer(rebasing: all.prefix(mostBytes))
    guard let start = unsafe bytes.firstIndex(where: { !$0.isJSONSpace }) else {
      return isEnough ? .lines : nil
    }
    if unsafe bytes[start] == FeedFraming.recordSeparator { return .sequence }
    guard let end = unsafe lineEnd(in: bytes, from: start, isAll: isAll) else {
      return unsafe isEnough ? framing(ofLongLine: bytes, from: start, depthLimit) : nil
    }
    let line = unsafe UnsafeBufferPointer(rebasing: bytes[start..<end])
    guard let fault = unsafe FaultScan.firstFault(in: line, depthLimit: depthLimit) else {
      guard unsafe bytes[start] == Byte.openBracket else { return .lines }
      // Whether the array fills the whole source.
      if unsafe bytes[end...].contains(where: { !$0.isJSONSpace }) { return .lines }
      return isAll ? .rootElements : isEnough ? .lines : nil
    }
    switch fault.code {
    case .trailingContent: return unsafe beginsValue(line[fault.offset]) ? .concatenated : .lines
    case .incomplete: break
    default: return .lines
    }
    guard let next = unsafe bytes[end...].firstIndex(where: { !$0.isJSONSpace }) else {
      return isEnough ? .lines : nil
    }
    guard let nextEnd = unsafe lineEnd(in: bytes, from: next, isAll: isEnough) else { return nil }
    let text = unsafe UnsafeBufferPointer(rebasing: bytes[start..<nextEnd])
    switch unsafe FaultScan.firstFault(in: text, depthLimit: depthLimit)?.code {
    case nil, .incomplete?:
      return unsafe bytes[start] == Byte.openBracket ? .rootElements : .concatenated
    case .trailingContent?: return .concatenated
    default: return .lines
    }
  }

  /// The framing if the first line does not end within the inspected bytes.
  private static func framing(
    ofLongLine bytes: UnsafeBufferPointer<UInt8>, from start: Int, _ depthLimit: Int
  ) -> FeedFraming {
    // Cutting after a comma leaves no partial word, escape or character that would look like a
    // fault.
    let end = unsafe bytes.lastIndex(of: Byte.comma).map { $0 + 1 } ?? bytes.endIndex
    let text = unsafe UnsafeBufferPointer(rebasing: bytes[start..<max(start, end)])
    switch unsafe FaultScan.firstFault(in: text, depthLimit: depthLimit) {
    case let fault? where fault.code == .trailingContent:
      return unsafe beginsValue(text[fault.offset]) ? .concatenated : .lines
    case let fault? where fault.code == .incomplete || fault.code == .unclosedString:
      return unsafe text[0] == Byte.openBracket ? .rootElements : .lines
    default: return .lines
    }
  }

  /// The end of the line; nil: it is not among these bytes.
  private static func lineEnd(
    in bytes: UnsafeBufferPointer<UInt8>, from start: Int, isAll: Bool
  ) -> Int? {
    let rest = unsafe UnsafeBufferPointer(rebasing: bytes[start...])
    return unsafe firstNewline(in: rest).map { start + $0 } ?? (isAll ? bytes.count : nil)
  }

  private static func beginsValue(_ byte: UInt8) -> Bool {
    switch byte {
    case Byte.openBrace, Byte.openBracket, Byte.quote, Byte.minus, 0x30...0x39: true
    case UInt8(ascii: "t"), UInt8(ascii: "f"), UInt8(ascii: "n"): true
    default: false
    }
  }
}
