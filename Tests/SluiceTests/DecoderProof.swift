import Sluice

/// Proves that a `Decoder` can be built on positions: the core of the JSONDecoder look-alike, without its strategies,
/// coding paths and error translation.
///
/// A decoder and its containers are values that a client may keep. Each holds the storage, so that its index is never
/// freed memory. Each also holds a position, whose generation tells whether its document is still open. Using one too
/// late throws `closed-document`.
struct ProofDecoder {
  let storage: IndexStorage

  init() throws { storage = try IndexStorage() }

  func decode<T: Decodable>(_ type: T.Type, from bytes: [UInt8]) throws -> T {
    storage.buffer.removeAll()
    storage.buffer.append(contentsOf: bytes)
    try unsafe storage.open(storage.buffer.unsafeBytes)
    defer { unsafe storage.index.close() }
    return try unsafe T(
      from: Place(storage: storage, position: JSONPosition(rootOf: storage.index)))
  }
}

/// A value in the document: three words, so that it fits in the existential without being boxed.
private struct Place: Decoder, SingleValueDecodingContainer {
  let storage: IndexStorage
  let position: JSONPosition

  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  /// The position, if its document is open.
  @inline(__always)
  func open() throws -> JSONPosition {
    guard position.isOpen else { throw JSONError(.closedDocument, at: 0) }
    return position
  }

  func at(_ token: UInt32) -> Place { Place(storage: storage, position: position.at(token)) }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    guard try open().byte == Byte.openBrace else { throw position.mismatch(.object) }
    return KeyedDecodingContainer(Fields<Key>(of: self))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    guard try open().byte == Byte.openBracket else { throw position.mismatch(.array) }
    return Elements(array: self, last: position.token)
  }

  func singleValueContainer() throws -> any SingleValueDecodingContainer { self }

  func decodeNil() -> Bool { position.isOpen && position.isNull }
  func decode(_ type: Bool.Type) throws -> Bool { try open().bool() }
  func decode(_ type: Double.Type) throws -> Double { try open().double() }
  func decode(_ type: Float.Type) throws -> Float { try open().float() }
  func decode(_ type: Int.Type) throws -> Int { try open().integer(.int) }
  func decode(_ type: Int8.Type) throws -> Int8 { try open().integer(.int8) }
  func decode(_ type: Int16.Type) throws -> Int16 { try open().integer(.int16) }
  func decode(_ type: Int32.Type) throws -> Int32 { try open().integer(.int32) }
  func decode(_ type: Int64.Type) throws -> Int64 { try open().integer(.int64) }
  func decode(_ type: UInt.Type) throws -> UInt { try open().integer(.uint) }
  func decode(_ type: UInt8.Type) throws -> UInt8 { try open().integer(.uint8) }
  func decode(_ type: UInt16.Type) throws -> UInt16 { try open().integer(.uint16) }
  func decode(_ type: UInt32.Type) throws -> UInt32 { try open().integer(.uint32) }
  func decode(_ type: UInt64.Type) throws -> UInt64 { try open().integer(.uint64) }

  func decode(_ type: String.Type) throws -> String {
    let position = try open()
    guard position.byte == Byte.quote else { throw position.mismatch(.string) }
    guard let string = RawString(position).string else {
      throw JSONError(.invalidEscape, at: position.offset)
    }
    return string
  }

  func decode<T: Decodable>(_ type: T.Type) throws -> T {
    // The standard library's own initialisers would add another existential for each.
    if type == String.self, let value = try decode(String.self) as? T { return value }
    if type == Int.self, let value = try decode(Int.self) as? T { return value }
    return try T(from: self)
  }
}

/// An object. Searches for a key from the current position on, because fields usually come in the requested order, and
/// then from the start. (Among duplicate keys that takes the next; the real decoder will take the first.)
private final class Fields<Key: CodingKey>: KeyedDecodingContainerProtocol {
  private let object: Place
  private var last: UInt32

  init(of object: Place) {
    self.object = object
    last = object.position.token
  }

  var codingPath: [any CodingKey] { [] }

  var allKeys: [Key] {
    guard let object = try? object.open() else { return [] }
    var keys: [Key] = []
    var value = object.token
    while let next = try? object.nextField(after: value) {
      if let name = RawString(object.at(next &- 2)).string, let key = Key(stringValue: name) {
        keys.append(key)
      }
      value = next
    }
    return keys
  }

  private func find(_ key: Key) throws -> UInt32? {
    let object = try object.open()
    var name = key.stringValue
    let start = last
    return try name.withUTF8 { name -> UInt32? in
      guard let base = name.baseAddress else { return nil }
      var value = start
      while let next = try object.nextField(after: value) {
        if unsafe object.key(next &- 2, equals: base, count: name.count) { return next }
        value = next
      }
      value = object.token
      while let next = try object.nextField(after: value), next <= start {
        if unsafe object.key(next &- 2, equals: base, count: name.count) { return next }
        value = next
      }
      return nil
    }
  }

  private func place(_ key: Key) throws -> Place {
    guard let token = try find(key) else {
      throw JSONError(.missingField, at: object.position.offset, name: key.stringValue)
    }
    last = token
    return object.at(token)
  }

  func contains(_ key: Key) -> Bool { ((try? find(key)) ?? nil) != nil }
  func decodeNil(forKey key: Key) throws -> Bool { try place(key).decodeNil() }
  func decode(_ type: Int.Type, forKey key: Key) throws -> Int { try place(key).decode(type) }
  func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool { try place(key).decode(type) }
  func decode(_ type: Double.Type, forKey key: Key) throws -> Double { try place(key).decode(type) }
  func decode(_ type: String.Type, forKey key: Key) throws -> String { try place(key).decode(type) }
  func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
    try place(key).decode(type)
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<Nested> { try place(key).container(keyedBy: type) }
  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try place(key).unkeyedContainer()
  }
  func superDecoder() throws -> any Decoder { object }
  func superDecoder(forKey key: Key) throws -> any Decoder { try place(key) }
}

/// An array.
private struct Elements: UnkeyedDecodingContainer {
  let array: Place
  /// The most recently returned element; at first the array itself.
  var last: UInt32
  var currentIndex = 0

  var codingPath: [any CodingKey] { [] }
  var count: Int? { try? JSONCursor(unchecked: array.open()).count }
  var isAtEnd: Bool { ((try? array.open().nextElement(after: last)) ?? nil) == nil }

  private mutating func next() throws -> Place {
    guard let token = try array.open().nextElement(after: last) else {
      throw JSONError(.indexOutOfBounds, at: array.position.offset, name: "\(currentIndex)")
    }
    last = token
    currentIndex += 1
    return array.at(token)
  }

  mutating func decodeNil() throws -> Bool {
    guard let token = try array.open().nextElement(after: last) else { return false }
    guard array.at(token).decodeNil() else { return false }
    _ = try next()
    return true
  }
  mutating func decode<T: Decodable>(_ type: T.Type) throws -> T { try next().decode(type) }
  mutating func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type
  ) throws -> KeyedDecodingContainer<Nested> { try next().container(keyedBy: type) }
  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    try next().unkeyedContainer()
  }
  mutating func superDecoder() throws -> any Decoder { try next() }
}
