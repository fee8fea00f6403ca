import Sluice

/// The command line is wrong: says what was found and what was expected.
struct UsageError: Error, CustomStringConvertible {
  let description: String

  /// Arguments may come from anywhere, as from the names of files: they are made safe to read.
  init(_ description: String) { self.description = PrintableText.message(description) }
}
