import Sluice

/// A value that a filter compares.
enum QueryValue {
  case nothing
  case node(JSONPosition)
  case literal(QueryLiteral)

  var position: JSONPosition? { if case .node(let position) = self { position } else { nil } }

  /// The length of a string in Unicode scalars, or the number of elements or distinct fields.
  func length() throws(JSONError) -> Int? {
    if case .node(let position) = self {
      switch position.byte {
      case Byte.openBracket: return try position.elementTotal()
      case Byte.openBrace: return try DistinctFields(of: position).count
      default: break
      }
    }
    return try unsafe withText { text in
      unsafe text.reduce(0) { $0 + ($1 & 0xC0 == 0x80 ? 0 : 1) }
    }
  }

  /// Calls `body` with the UTF-8 of a string; nil for another value. Throws `invalid-escape`.
  func withText<R>(_ body: (UnsafeBufferPointer<UInt8>) -> R) throws(JSONError) -> R? {
    switch self {
    case .nothing: return nil
    case .literal(.string(let string)):
      var string = string
      return string.withUTF8 { unsafe body($0) }
    case .literal: return nil
    case .node(let position):
      guard position.byte == Byte.quote else { return nil }
      let raw = RawString(position)
      if let result = unsafe raw.withUTF8(body) { return result }
      try raw.checkEscapes(at: position.offset)
      throw JSONError(.invalidEscape, at: position.offset)
    }
  }

  /// Calls `body` with the text of a number; nil for another value.
  func withNumber<R>(_ body: (UnsafeBufferPointer<UInt8>) -> R) -> R? {
    switch self {
    case .literal(.number(let digits, _)):
      return unsafe digits.withUnsafeBufferPointer { unsafe body($0) }
    case .node(let position) where position.isNumber: return unsafe body(position.numberText)
    default: return nil
    }
  }

  /// The number if it is a short integer.
  var short: Int64? {
    switch self {
    case .literal(.number(_, let short)): short
    case .node(let position): position.isNumber ? position.shortInteger : nil
    default: nil
    }
  }

  /// The kind; nil for nothing. Throws `invalid-literal`.
  func kind() throws(JSONError) -> JSONKind? {
    switch self {
    case .nothing: return nil
    case .literal(.null): return .null
    case .literal(.bool): return .bool
    case .literal(.number): return .number
    case .literal(.string): return .string
    case .node(let position):
      guard let kind = position.kind else { throw position.mismatch(.value) }
      return kind
    }
  }

  var isTrue: Bool {
    switch self {
    case .literal(.bool(let value)): value
    case .node(let position): position.isTrue
    default: false
    }
  }
}
