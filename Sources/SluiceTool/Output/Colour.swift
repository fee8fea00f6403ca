import SluiceSystem

/// Colours on standard error: only on terminals that support them, and never with NO_COLOR (no-color.org).
enum Colour {
  private static let isOn =
    StandardError.isTerminal && isEmpty("NO_COLOR") && !isEmpty("TERM") && !isDumb

  private static var isDumb: Bool { Environment.value(of: "TERM") == "dumb" }

  private static func isEmpty(_ variable: String) -> Bool {
    Environment.value(of: variable)?.isEmpty ?? true
  }

  /// Bold red, for errors.
  static func red(_ text: String) -> String { isOn ? "\u{1B}[1;31m\(text)\u{1B}[0m" : text }
}
