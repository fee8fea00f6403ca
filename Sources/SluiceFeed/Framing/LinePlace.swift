import Sluice

/// What precedes a place on its line.
struct LinePlace {
  /// White space between the start of the line and the place; nil: other text is there.
  private(set) var indent: Int? = 0
  /// The column of the line, if other text precedes the place on it.
  private(set) var column = 0

  init() {}

  /// Moves past text.
  mutating func move(past text: UnsafeBufferPointer<UInt8>) {
    var lineStart = 0
    if let newline = unsafe lastNewline(in: text) {
      lineStart = newline + 1
      indent = 0
    }
    guard let indent else { return }
    var i = lineStart
    while i < text.count, unsafe text[i].isJSONSpace { i += 1 }
    column = indent + i - lineStart
    self.indent = i == text.count ? column : nil
  }
}
