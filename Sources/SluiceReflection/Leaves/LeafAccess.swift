import Sluice

/// A leaf type of this module, read from the document without a ``JSONLeafValue`` in between. Both
/// ways accept and reject the same values.
protocol ReadableLeaf: JSONLeafCreatable, BoxFilling {
  /// Returns nil when the value can't be converted. Throws errors in the text only.
  static func leaf(at position: JSONPosition) throws(JSONError) -> Self?

  // Requirements instead of generic functions, so that they are compiled for each type.

  /// Makes a reader of the type.
  static func makeReader() -> any AnyValueReader
  /// Makes a reader of optionals of the type.
  static func makeOptionalReader() -> any AnyValueReader
}

/// A leaf type of this module, written without a ``JSONLeafValue`` in between.
protocol WritableLeaf: JSONLeafRepresentable {
  /// Whether the value has a JSON form; false for NaN and infinity.
  var isWritable: Bool { get }
  func write(to writer: inout JSONWriter) throws(JSONError)
  /// Makes a writer of the type, which also accepts optionals of it; compiled for each type.
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

  /// Returns the value; nil, with a warning, when it can't be converted.
  @inline(__always)
  private static func read(at position: JSONPosition, _ session: ReadSession) throws -> Self? {
    if let value = try leaf(at: position) { return value }
    session.warnUnconverted(position, to: Self.self)
    return nil
  }

  /// Returns the result of `read`; nil for an error that is about the value and not about the text.
  static func orNil(_ read: () throws(JSONError) -> Self) throws(JSONError) -> Self? {
    do throws(JSONError) {
      return try read()
    } catch {
      guard error.isAboutValue else { throw error }
      return nil
    }
  }
}
