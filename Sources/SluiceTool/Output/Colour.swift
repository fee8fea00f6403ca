#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Colours on standard error: only on terminals that support them, and never with NO_COLOR (no-color.org).
enum Colour {
  private static let isOn =
    StandardError.isTerminal && isEmpty("NO_COLOR") && !isEmpty("TERM") && !isDumb

  private static var isDumb: Bool {
    getenv("TERM").map { String(cString: $0) } == "dumb"
  }

  private static func isEmpty(_ variable: String) -> Bool {
    getenv(variable).map { $0.pointee == 0 } ?? true
  }

  /// Bold red, for errors.
  static func red(_ text: String) -> String { isOn ? "\u{1B}[1;31m\(text)\u{1B}[0m" : text }
}
