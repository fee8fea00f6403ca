import Sluice

/// The JSON text that is made of a line, and where its pieces come from.
///
/// Each append throws `out-of-memory`, because lines decide how long the text gets.
struct LineText: ~Copyable {
  /// From a place in the text on, its bytes are those of the line from another place on.
  private struct Mark {
    let text: Int
    let line: Int
  }

  private(set) var bytes = PaddedBytes()
  private var marks: [Mark] = []

  mutating func removeAll() {
    bytes.removeAll()
    marks.removeAll(keepingCapacity: true)
  }

  /// The place in the line of a place in the text.
  func place(of offset: Int) -> Int {
    guard let mark = marks.last(where: { $0.text <= offset }) else { return 0 }
    return mark.line + offset - mark.text
  }

  /// Appends text that is not in the line. Errors in it are placed at the next byte of the line.
  mutating func append(_ text: StaticString, at line: Int) throws(JSONError) {
    mark(line)
    try unsafe append(UnsafeRawBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  /// Appends bytes of the line.
  mutating func append(
    _ piece: Range<Int>, of line: UnsafeBufferPointer<UInt8>
  ) throws(JSONError) {
    mark(piece.lowerBound)
    try unsafe append(UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: line[piece])))
  }

  /// Appends bytes of the line as a string of JSON. `keepsEscapes`: they have JSON's own.
  mutating func append(
    string piece: Range<Int>, of line: UnsafeBufferPointer<UInt8>, keepsEscapes: Bool = false
  ) throws(JSONError) {
    try append("\"", at: piece.lowerBound)
    var start = piece.lowerBound
    for i in piece {
      let byte = unsafe line[i]
      let isEscaped =
        byte < 0x20 || !keepsEscapes && (byte == Byte.quote || byte == Byte.backslash)
      guard isEscaped else { continue }
      if start < i { try unsafe append(start..<i, of: line) }
      mark(i)
      try append(LineText.escape(byte))
      start = i + 1
    }
    if start < piece.upperBound { try unsafe append(start..<piece.upperBound, of: line) }
    try append("\"", at: piece.upperBound)
  }

  /// Appends a name as a string of JSON.
  mutating func append(name: [UInt8], at line: Int) throws(JSONError) {
    mark(line)
    var text: [UInt8] = [Byte.quote]
    for byte in name {
      if byte < 0x20 || byte == Byte.quote || byte == Byte.backslash {
        text += LineText.escape(byte)
      } else {
        text.append(byte)
      }
    }
    text.append(Byte.quote)
    try append(text)
  }

  /// The escape of a control character, a quote or a backslash.
  static func escape(_ byte: UInt8) -> [UInt8] {
    guard byte < 0x20 else { return [Byte.backslash, byte] }
    let digits = Array("0123456789abcdef".utf8)
    return Array("\\u00".utf8) + [digits[Int(byte >> 4)], digits[Int(byte & 15)]]
  }

  /// Appends text that is not in the line.
  mutating func append(_ text: [UInt8], at line: Int) throws(JSONError) {
    mark(line)
    try append(text)
  }

  private mutating func mark(_ line: Int) { marks.append(Mark(text: bytes.count, line: line)) }

  private mutating func append(_ other: [UInt8]) throws(JSONError) {
    try bytes.reserve(bytes.count + other.count)
    bytes.append(contentsOf: other)
  }

  private mutating func append(_ other: UnsafeRawBufferPointer) throws(JSONError) {
    try bytes.reserve(bytes.count + other.count)
    unsafe bytes.append(other)
  }

  /// Appends bytes of another text that was made of the line, from a place in it on.
  mutating func append(
    _ piece: Range<Int>, of text: UnsafeBufferPointer<UInt8>, at line: Int
  ) throws(JSONError) {
    mark(line)
    try unsafe append(UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: text[piece])))
  }

  /// Replaces everything by what a string of JSON means. Returns false for an invalid escape.
  mutating func decode(_ string: RawString) throws(JSONError) -> Bool {
    removeAll()
    // The kernel writes in steps, up to the padding's size beyond the end.
    let room = string.count + PaddedBytes.padding
    try bytes.reserve(room)
    var isValid = true
    _ = unsafe bytes.append(upTo: room) { room in
      guard let start = unsafe room.baseAddress?.assumingMemoryBound(to: UInt8.self),
        let count = unsafe string.unescape(into: start)
      else {
        isValid = false
        return 0
      }
      return count
    }
    return isValid
  }
}
