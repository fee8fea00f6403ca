import SluiceSystem

/// Writes the steps of a path: `$.items[3]["first name"]`.
package enum PathText {
  package static func step(_ key: String) -> String {
    isPlain(key) ? ".\(shortened(key))" : "[\"\(shortened(key))\"]"
  }

  package static func step(_ index: Int) -> String { "[\(index)]" }

  package static func steps(_ path: FieldPath) -> String {
    path.steps.map { step in step.index.map(self.step) ?? self.step(step.key ?? "") }.joined()
  }

  /// Makes a document's key, which may be as long as the document, short and safe to read. Counts scalars instead of
  /// characters, because one character can be as long as a text.
  package static func shortened(_ key: String) -> String {
    let scalars = key.unicodeScalars
    guard key.utf8.count > longest, scalars.dropFirst(longest).first != nil else {
      return PrintableText.line(key)
    }
    return PrintableText.line(String(scalars.prefix(longest - 1))) + "…"
  }

  /// The most scalars of a key that are shown.
  package static let longest = 200

  package static func isPlain(_ key: String) -> Bool {
    !key.isEmpty
      && key.utf8.allSatisfy {
        switch $0 {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "_"), UInt8(ascii: "-"): true
        default: false
        }
      }
  }
}
