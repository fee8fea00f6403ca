import Sluice

/// Finds where a value ends, byte by byte and in pieces of any size, even if the value is invalid.
///
/// In valid JSON it finds the exact end. In damaged text it finds the place from which the next
/// record can be read, by features that no valid JSON has:
///
/// * A newline in a string: the closing quote is missing, and the newline takes its role.
/// * A closing bracket of the other kind: it closes the level it belongs to, and those inside.
/// * A line that begins with an opening bracket where no value is allowed, indented no further than
///   the record itself: the record's end is missing, and another begins there.
/// * A record separator (0x1E), in sequences.
///
/// Used where the index can't tell; scans a few hundred MB/s.
struct ValueScan {
  enum Style { case concatenated, sequence, elements }

  private enum ScannedKind { case container, string, scalar, stray }

  private let style: Style
  /// White space before the record on its line; 0 if other text is there.
  private let indent: Int
  private var kind: ScannedKind?
  private var levels = LevelStack()
  private var isInString = false
  private var isEscaped = false
  /// The last byte outside strings that is not white space; a quote for a string.
  private var last: UInt8 = 0
  /// White space since the start of the line; nil after anything else.
  private var lineIndent: Int?
  /// The number of scanned bytes, not counting those after the end.
  private(set) var seen = 0
  /// The length of the value, or of its part so far.
  private(set) var length = 0

  /// Starts a scan at the value's first byte.
  init(_ style: Style, indent: Int) {
    self.style = style
    self.indent = indent
  }

  /// Scans the bytes after those ``seen``. True: the value ends before ``seen``, and is ``length``
  /// bytes long.
  mutating func scan(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    for place in bytes.indices {
      let byte = unsafe bytes[place]
      if byte == FeedFraming.recordSeparator, style == .sequence, kind != nil { return true }
      let hasEnded: Bool
      switch kind {
      case .container: hasEnded = isInString ? passInString(byte) : passInContainer(byte)
      case .string: hasEnded = passString(byte)
      case .scalar: hasEnded = passScalar(byte)
      case .stray: hasEnded = passStray(byte)
      case nil: hasEnded = begin(byte)
      }
      if hasEnded { return true }
    }
    return false
  }

  private mutating func begin(_ byte: UInt8) -> Bool {
    switch byte {
    case Byte.openBrace, Byte.openBracket:
      kind = .container
      levels.open(isObject: byte == Byte.openBrace)
      last = byte
    case Byte.quote: kind = .string
    case Byte.closeBrace, Byte.closeBracket, Byte.comma, Byte.colon: kind = .stray
    default: kind = .scalar
    }
    return include(byte)
  }

  private mutating func include(_ byte: UInt8) -> Bool {
    seen += 1
    if !byte.isJSONSpace { length = seen }
    return false
  }

  private mutating func passInString(_ byte: UInt8) -> Bool {
    if byte == UInt8(ascii: "\n") {
      (isInString, isEscaped, last, lineIndent) = (false, false, Byte.quote, 0)
    } else if isEscaped {
      isEscaped = false
    } else if byte == Byte.backslash {
      isEscaped = true
    } else if byte == Byte.quote {
      (isInString, last) = (false, Byte.quote)
    }
    return include(byte)
  }

  private mutating func passInContainer(_ byte: UInt8) -> Bool {
    if byte.isJSONSpace {
      isEscaped = false
      lineIndent = byte == UInt8(ascii: "\n") ? 0 : lineIndent.map { $0 + 1 }
      return include(byte)
    }
    defer {
      last = byte
      lineIndent = nil
    }
    // As for stage 1, a backslash outside strings affects only a quote.
    let wasEscaped = isEscaped
    isEscaped = false
    switch byte {
    case Byte.quote: isInString = !wasEscaped
    case Byte.backslash: isEscaped = !wasEscaped
    case Byte.openBrace, Byte.openBracket:
      let mayOpen =
        levels.isInObject
        ? last == Byte.colon : last == Byte.comma || last == Byte.openBracket
      if !mayOpen, let lineIndent, lineIndent <= indent { return true }
      levels.open(isObject: byte == Byte.openBrace)
    case Byte.closeBrace, Byte.closeBracket:
      levels.close(isObject: byte == Byte.closeBrace)
      _ = include(byte)
      return levels.isEmpty
    default: break
    }
    return include(byte)
  }

  private mutating func passString(_ byte: UInt8) -> Bool {
    if byte == UInt8(ascii: "\n") { return true }
    _ = include(byte)
    if isEscaped {
      isEscaped = false
    } else if byte == Byte.backslash {
      isEscaped = true
    } else if byte == Byte.quote {
      return true
    }
    return false
  }

  private mutating func passScalar(_ byte: UInt8) -> Bool {
    ValueEnds.endsScalar(byte) || include(byte)
  }

  /// Treats stray brackets, commas and colons as one piece, with any white space between them.
  private mutating func passStray(_ byte: UInt8) -> Bool {
    switch byte {
    case Byte.closeBracket where style == .elements: return true
    case Byte.closeBrace, Byte.closeBracket, Byte.comma, Byte.colon: return include(byte)
    default: return byte.isJSONSpace ? include(byte) : true
    }
  }
}

extension FeedFraming {
  /// The record separator of RFC 7464.
  static let recordSeparator: UInt8 = 0x1E
}
