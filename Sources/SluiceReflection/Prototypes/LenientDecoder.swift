import Sluice

/// The decoder passed to `init(from:)`. Throws when it is used after its document was closed.
struct LenientDecoder: ExactDecoder {
  let session: ReadSession
  let frame: ObjectFrame
  let serial: UInt64
  /// The value being read: the frame's object, or a value in it.
  let position: JSONPosition

  var codingPath: [any CodingKey] {
    isOpen ? session.codingPath(in: position) : []
  }

  var userInfo: [CodingUserInfoKey: Any] { [:] }

  var isOpen: Bool { unsafe session.isLive && frame.serial == serial }

  func check() throws(JSONError) {
    guard isOpen else {
      try session.refuseFault()
      throw JSONError(.closedDocument, at: 0)
    }
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    try check()
    guard position.byte == Byte.openBrace else { throw position.mismatch(.object) }
    let isFrame = unsafe frame.position?.token == position.token
    if isFrame { try frame.findFields(session) }
    return KeyedDecodingContainer(
      LenientKeyedContainer<Key>(object: LenientObject(decoder: self, isFrame: isFrame)))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    try LenientUnkeyedContainer(self)
  }

  func singleValueContainer() throws -> any SingleValueDecodingContainer {
    try check()
    return LenientValueContainer(decoder: self)
  }

  var isNull: Bool { isOpen && position.isNull }

  func exactly<T>(
    _ type: Any.Type, _ read: (JSONPosition) throws(JSONError) -> T
  ) throws -> T {
    try check()
    return try read(position)
  }

  func at(_ position: JSONPosition) -> LenientDecoder {
    LenientDecoder(session: session, frame: frame, serial: serial, position: position)
  }

  /// Converts a value of the document; nil, with a warning, when that is not possible.
  func read<V>(_ type: V.Type, at position: JSONPosition) throws -> V? {
    let reader = session.reader(type)
    if position.isNull, !reader.takesNull { return nil }
    return try reader.read(position, session)
  }
}

extension ReadSession {
  /// Decodes a value with its type's `init(from:)`. Rethrows its errors.
  func decode<T: Decodable>(
    _ type: T.Type, at position: JSONPosition, _ info: PrototypeInfo, prototype: Any? = nil
  ) throws -> T {
    let context = unsafe position.context
    try unsafe context.enterMapping(at: position)
    defer { unsafe context.leaveMapping() }
    let frame = enterFrame(position, info, prototype: prototype)
    defer { leaveFrame(frame) }
    let value = try unsafe type.init(
      from: LenientDecoder(
        session: self, frame: frame, serial: frame.serial, position: position))
    frame.learn()
    return value
  }
}

extension ValueReaders {
  /// Makes a reader for a type with an `init(from:)`. Its errors become warnings, except errors in
  /// the text.
  static func decodable<T: Decodable>(_ type: T.Type) -> any AnyValueReader {
    let info = PrototypeInfo.of(type)
    return ValueReader<T> { position, session in
      do {
        return try session.decode(T.self, at: position, info)
      } catch let error as JSONError {
        guard error.isAboutValue else { throw error }
        session.warn(error: error, position, T.self)
      } catch {
        session.warn(error: error, position, T.self)
      }
      return nil
    }
  }
}

extension ReadSession {
  fileprivate func warn(error: any Error, _ position: JSONPosition, _ type: Any.Type) {
    switch error {
    case is JSONError, is DecodingError: warnUnconverted(position, to: type)
    default: warn(property: "\(type)", at: position, error)
    }
  }
}
