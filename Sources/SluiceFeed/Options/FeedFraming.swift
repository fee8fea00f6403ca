public import Sluice

/// How the records of a feed follow each other.
public enum FeedFraming: Sendable, Hashable {
  /// One record on each line: NDJSON, JSON Lines. A newline always ends a record.
  case lines
  /// Values that follow each other, with or without white space between them, across any number of
  /// lines. Two numbers or words need white space between them.
  case concatenated
  /// JSON text sequences (RFC 7464): each text comes after a record separator (0x1E) and ends with
  /// a line feed.
  case sequence
  /// The elements of one array, which may be far larger than memory: the root (the empty pointer)
  /// or the array that the pointer names. Everything around the array is skipped.
  case elements(of: JSONPointer)
  /// The source is one document, which is the only record.
  case document
  /// Inspects the first lines and chooses ``lines``, ``concatenated``, ``sequence`` or the elements
  /// of the root. Two or more lines of valid NDJSON are always read as lines. An array that fills the
  /// whole source yields its elements. ``JSONFeed/framing`` returns the choice.
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

  /// The framing with this name. Throws `invalid-value` for an unknown name, and `invalid-path` for
  /// a bad pointer.
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
          reason: "\"\(name)\" is not one of lines, concatenated, sequence, elements,"
            + " elements:/POINTER, document and auto")
      }
      self = .elements(of: try JSONPointer(String(name.dropFirst("elements:".count))))
    }
  }
}
