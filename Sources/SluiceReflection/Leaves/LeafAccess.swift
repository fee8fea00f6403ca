import Sluice

/// A leaf type that this module knows: read from the document without a ``JSONLeafValue`` in
/// between. Both ways take and refuse the same.
protocol ReadableLeaf: JSONLeafCreatable {
  /// Nil: the value can't become one. Throws only what is wrong with the text.
  static func leaf(at position: JSONPosition) throws(JSONError) -> Self?

  // Requirements, and no functions of any leaf, so that they are compiled for each type.

  /// A reader of the type.
  static func makeReader() -> any AnyValueReader
  /// A reader of optionals of it.
  static func makeOptionalReader() -> any AnyValueReader
  /// What fills boxes of the type.
  static func makeFiller() -> MappedFiller
  /// What fills boxes of optionals of it.
  static func makeOptionalFiller() -> MappedFiller
}

/// A leaf type that this module knows: written without a ``JSONLeafValue`` in between.
protocol WritableLeaf: JSONLeafRepresentable {
  /// False: JSON has no form for it (NaN, infinity).
  var isWritable: Bool { get }
  func write(to writer: inout JSONWriter) throws(JSONError)
  /// A writer of the type, which takes optionals of it too; compiled for each.
  static func makeWriter() -> ValueWriter
}

extension WritableLeaf {
  var isWritable: Bool { true }

  static func makeWriter() -> ValueWriter {
    ValueWriter(nests: false, unwraps: true) { value, out in
      guard let value = value as? Self else { return }
      guard value.isWritable else { return out.warn(.unsupportedConversion(Self.self, JSON.self)) }
      try out.leaf { writer in try value.write(to: &writer) }
    }
  }
}

extension ReadableLeaf {
  static func makeReader() -> any AnyValueReader {
    ValueReader<Self> { try read(at: $0, $1) }
  }

  static func makeOptionalReader() -> any AnyValueReader {
    ValueReader<Self?> { position, session in
      guard let value = try read(at: position, session) else { return nil }
      return .some(value)
    }
  }

  static func makeFiller() -> MappedFiller {
    MappedFiller(boxes: MappedBox<Self>.self, takesNull: false) { try read(at: $0, $1) }
  }

  static func makeOptionalFiller() -> MappedFiller {
    MappedFiller(boxes: MappedBox<Self?>.self, takesNull: false) { position, session in
      guard let value = try read(at: position, session) else { return nil }
      return .some(value)
    }
  }

  /// The value; nil, with a warning, when there can't be one.
  @inline(__always)
  private static func read(at position: JSONPosition, _ session: ReadSession) throws -> Self? {
    if let value = try leaf(at: position) { return value }
    session.warnUnconverted(position, to: Self.self)
    return nil
  }

  /// What `read` answers; nil for an error that is about the value and not about the text.
  static func orNil(_ read: () throws(JSONError) -> Self) throws(JSONError) -> Self? {
    do throws(JSONError) {
      return try read()
    } catch {
      guard error.isAboutValue else { throw error }
      return nil
    }
  }
}

extension JSONPosition {
  /// `true` or `false`; nil for another kind. Throws `invalid-literal`.
  func boolLeaf() throws(JSONError) -> Bool? {
    guard let kind else { throw literalError(.value) }
    return kind == .bool ? isTrue : nil
  }

  var isText: Bool { byte == Byte.quote }

  /// The string that stands here. Throws `invalid-escape`.
  func text() throws(JSONError) -> String { try JSONCursor(unchecked: self).string }

  /// The leaf that stands here; nil for an array or object.
  func leafValue() throws(JSONError) -> JSONLeafValue? {
    switch kind {
    case .string: .string(try text())
    case .number: .number(try JSONCursor(unchecked: self).number)
    case .bool: .bool(isTrue)
    case .null: .null
    case .array, .object: nil
    case nil: throw literalError(.value)
    }
  }

  /// The type that stands for the kind in a warning.
  var foundType: Any.Type {
    switch kind {
    case .string: String.self
    case .number: JSONNumber.self
    case .bool: Bool.self
    case .array: [Any].self
    case .object: [String: Any].self
    case .null, nil: Never?.self
    }
  }
}
