public import Sluice

/// How the records of a feed follow each other.
public enum FeedFraming: Sendable, Hashable {
  /// One on each line: NDJSON, JSON Lines. A newline always ends a record.
  case lines
  /// One behind the other, with any or no white space between them, over as many lines as they
  /// like. Two numbers or words need white space between them.
  case concatenated
  /// JSON text sequences (RFC 7464): each behind a record separator (0x1E), and followed by a line
  /// end.
  case sequence
  /// The elements of one array, which may be far larger than memory: of the root (the empty
  /// pointer) or of the array that the pointer names. What surrounds the array is passed over.
  case elements(of: JSONPointer)
  /// The source is one document, and that is the only record.
  case document
  /// Looks at the first lines, and chooses ``lines``, ``concatenated``, ``sequence`` or the elements
  /// of the root. Two lines and more of valid NDJSON are never taken for anything else; an array that
  /// is all there is gives its elements. ``JSONFeed/framing`` says what was chosen.
  case auto
}

extension FeedFraming {
  /// The elements of an array that is the whole document.
  public static let rootElements = FeedFraming.elements(of: JSONPointer(tokens: []))
}

extension FeedFraming: CustomStringConvertible {
  /// Its name: `lines`, `elements:/items`.
  public var description: String {
    switch self {
    case .lines: "lines"
    case .concatenated: "concatenated"
    case .sequence: "sequence"
    case .elements(let pointer):
      pointer.tokens.isEmpty ? "elements" : "elements:\(pointer)"
    case .document: "document"
    case .auto: "auto"
    }
  }

  /// The framing of that name. Throws `invalid-value` for another word, `invalid-path` for a bad
  /// pointer.
  public init(_ name: String) throws(JSONError) {
    switch name {
    case "lines": self = .lines
    case "concatenated": self = .concatenated
    case "sequence": self = .sequence
    case "elements": self = .rootElements
    case "document": self = .document
    case "auto": self = .auto
    default:
      guard name.hasPrefix("elements:") else {
        throw JSONError(
          .invalidValue, at: 0, name: "a framing",
          reason: "\"\(name)\" is none of lines, concatenated, sequence, elements,"
            + " elements:/POINTER, document and auto")
      }
      self = .elements(of: try JSONPointer(String(name.dropFirst("elements:".count))))
    }
  }
}
