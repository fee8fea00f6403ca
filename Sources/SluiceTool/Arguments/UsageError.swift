import Sluice
import SluiceSystem

/// A mistake on the command line: what was found and what was expected.
struct UsageError: Error, CustomStringConvertible {
  let description: String

  /// Arguments may come from anywhere, such as from names of files, so they are made safe to read.
  init(_ description: String) { self.description = PrintableText.message(description) }
}
