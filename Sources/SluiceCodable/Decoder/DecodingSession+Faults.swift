import Sluice

/// Makes the errors of decoding.
///
/// Inside a decode they are cheap: a type's `try?` may discard them. Each carries a ``JSONError`` as its underlying
/// error, which knows the offset. Line, column and words are added when it leaves the decoder (``located(_:)``).
///
/// A fault of the text is more than an error of a value. A type may discard it, and `contains` and `allKeys` can't throw,
/// but no part of such a document can be trusted. So the session keeps the first one: from then on whatever asks for a
/// container or a field throws it, and so does the decode when it ends.
extension DecodingSession {
  /// The error for a value that could not be read as `type`.
  @inline(never)
  func fault(_ error: JSONError, _ type: Any.Type, _ decoder: PositionDecoder) -> DecodingError {
    fault(error, type, decoder.token, decoder.codingPath)
  }

  /// The error for a value inside a container.
  @inline(never)
  func fault(
    _ error: JSONError, _ type: Any.Type, _ token: UInt32, in container: PositionDecoder,
    _ key: any CodingKey
  ) -> DecodingError {
    fault(error, type, token, container.codingPath(adding: key))
  }

  private func fault(
    _ error: JSONError, _ type: Any.Type, _ token: UInt32, _ path: [any CodingKey]
  ) -> DecodingError {
    guard error.code == .typeMismatch else { return corrupted(error, path) }
    if token != Level.none, let fault = position(token).scalarFault {
      // Not a value of another kind: none at all.
      return corrupted(fault, path)
    }
    let byte = byte(token)
    let context = context(path, found(byte), error)
    let isNull = token == Level.none || position(token).isNull
    return isNull && type != Bool.self
      ? .valueNotFound(type, context) : .typeMismatch(type, context)
  }

  private func byte(_ token: UInt32) -> UInt8 { token == Level.none ? 0 : position(token).byte }

  /// The error for a value of another kind.
  @inline(never)
  func mismatch(
    _ type: Any.Type, _ decoder: PositionDecoder, _ expected: JSONError.Expectation
  ) -> DecodingError {
    fault(decoder.position.mismatch(expected), type, decoder)
  }

  /// The error for a `null` where there must be a value.
  @inline(never)
  func noValue(_ type: Any.Type, _ decoder: PositionDecoder) -> DecodingError {
    let context: DecodingError.Context
    if decoder.token == Level.none, let step = decoder.nested {
      // What a superclass or a nested container is to be decoded from.
      let index = step.key.intValue
      let error = JSONError(
        index == nil ? .missingField : .indexOutOfBounds,
        at: position(step.anchor == Level.none ? root : step.anchor).offset,
        name: index.map { "\($0)" } ?? step.key.stringValue)
      context = self.context(decoder.codingPath, "the value is missing", error)
    } else {
      let error = JSONError(.typeMismatch, at: offset(decoder), expected: .value)
      context = self.context(decoder.codingPath, found(decoder.byte), error)
    }
    return type == Bool.self ? .typeMismatch(type, context) : .valueNotFound(type, context)
  }

  /// The error for a container that the value is not.
  @inline(never)
  func noContainer(_ type: Any.Type, _ decoder: PositionDecoder) -> DecodingError {
    let expected: JSONError.Expectation = type == [Any].self ? .array : .object
    if decoder.token != Level.none { return mismatch(type, decoder, expected) }
    return noValue(type, decoder)
  }

  /// The error for a field that an object does not have.
  @inline(never)
  func missing(_ key: any CodingKey, _ decoder: PositionDecoder) -> DecodingError {
    let error = JSONError(.missingField, at: offset(decoder), name: key.stringValue)
    return .keyNotFound(
      key, context(decoder.codingPath, "the object has no field of that name", error))
  }

  /// The error for an element after the last.
  @inline(never)
  func atEnd(_ type: Any.Type, _ decoder: PositionDecoder) -> DecodingError {
    let error = JSONError(.indexOutOfBounds, at: offset(decoder), name: decoder.nested?.indexText)
    return .valueNotFound(
      type, context(decoder.codingPath, "the array has no more elements", error))
  }

  /// The error for a string that does not stand for the value.
  @inline(never)
  func invalid(_ expected: String, _ decoder: PositionDecoder) -> DecodingError {
    corrupted(
      JSONError(.invalidValue, at: offset(decoder), name: expected), decoder.codingPath)
  }

  /// The error for a fault of the document.
  @inline(never)
  func corrupted(_ error: JSONError, _ path: [any CodingKey]) -> DecodingError {
    let made = DecodingError.dataCorrupted(
      context(path, "the document has a value that can't be read", error))
    if error.isAboutText { keep(made) }
    return made
  }

  private func context(
    _ path: [any CodingKey], _ text: String, _ error: JSONError
  ) -> DecodingError.Context {
    DecodingError.Context(codingPath: path, debugDescription: text, underlyingError: error)
  }

  private func offset(_ decoder: PositionDecoder) -> Int {
    decoder.token == Level.none ? position(root).offset : decoder.position.offset
  }

  /// What a value is, in words that need no allocation.
  private func found(_ byte: UInt8) -> String {
    switch byte {
    case Byte.openBrace: "expected another type, found an object"
    case Byte.openBracket: "expected another type, found an array"
    case Byte.quote: "expected another type, found a string"
    case Byte.minus, 0x30...0x39: "expected another type, found a number"
    case 0x74, 0x66: "expected another type, found true or false"
    default: "expected a value, found null"
    }
  }

  /// Throws `depth-exceeded` for a value that decodes itself again and again.
  @inline(__always)
  func guardStack(_ decoder: PositionDecoder) throws {
    do throws(JSONError) {
      try unsafe position(root).context.enterPlan(at: position(root))
    } catch {
      throw corrupted(error, decoder.codingPath)
    }
  }
}

extension PathNode {
  fileprivate var indexText: String { "\(key.intValue ?? 0)" }
}
