import SluiceSystem

/// A terminal's other screen, on which pictures replace each other in place: each line is written over the
/// one before and erased only after its end, so that nothing flickers.
struct Screen: Sendable {
  private let terminal: FileDescriptor

  init(_ terminal: FileDescriptor) { self.terminal = terminal }

  var size: TerminalSize { TerminalSize(of: terminal) ?? TerminalSize(columns: 80, rows: 24) }

  /// Turns to the other screen, and hides the cursor.
  func begin() { write("\u{1B}[?1049h\u{1B}[?25l\u{1B}[2J") }

  /// Returns to the screen before, with all that was on it.
  func end() { write("\u{1B}[?25h\u{1B}[?1049l") }

  /// Draws lines, each no longer than the terminal's, between the marks of an update that is shown at once.
  func draw(_ lines: [String]) {
    var text = "\u{1B}[?2026h"
    for (number, line) in lines.enumerated() {
      text += "\u{1B}[\(number + 1);1H" + PrintableText.line(line) + "\u{1B}[K"
    }
    write(text + "\u{1B}[J\u{1B}[?2026l")
  }

  private func write(_ text: String) {
    var text = text
    text.withUTF8 { try? unsafe terminal.write(UnsafeRawBufferPointer($0)) }
  }
}
