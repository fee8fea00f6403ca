import Sluice

/// The names of an enumeration's keys, so that a lookup makes no string: each case's is asked for once.
///
/// For keys of at most one byte: the byte then tells the case, and its `stringValue`, which for any other key is asked
/// for each time.
enum KeyNames {
  /// Sound because its table outlives the lookups that use it.
  @safe
  struct Name {
    var bytes: UnsafeMutablePointer<UInt8>?
    var count = 0
    var hash: UInt64 = 0
  }

  /// The number of cases that are remembered.
  static var limit: Int { 64 }

  /// Whether the keys of a type have names here.
  static func isFor<Key: CodingKey>(_ type: Key.Type, _ key: Key) -> Bool {
    guard MemoryLayout<Key>.size <= 1, _isPOD(type) else { return false }
    return Mirror(reflecting: key).displayStyle == .enum
  }

  /// The number of a key's case.
  @inline(__always)
  static func number<Key: CodingKey>(_ key: Key) -> Int {
    MemoryLayout<Key>.size == 0 ? 0 : unsafe Int(withUnsafeBytes(of: key) { unsafe $0[0] })
  }

  /// The name of a case.
  @inline(never)
  static func make(_ text: String) -> Name {
    var text = text
    return text.withUTF8 { utf8 in
      let bytes = UnsafeMutablePointer<UInt8>.allocate(capacity: max(utf8.count, 1))
      if let source = utf8.baseAddress { unsafe bytes.update(from: source, count: utf8.count) }
      return unsafe Name(bytes: bytes, count: utf8.count, hash: FieldName.hash(bytes, utf8.count))
    }
  }
}

/// The names of the key types that a session has met.
///
/// Sound because it owns the names and their bytes, and lookups use a name before another is added.
@safe
struct KeyNameTable: ~Copyable {
  /// Nil for a type whose keys have no names here.
  private var types = unsafe TypeMap<UnsafeMutablePointer<KeyNames.Name>?>()
  private var count = 0
  /// Types with names; after so many, the table starts anew.
  private static var most: Int { 256 }

  deinit {
    freeNames()
    unsafe types.free()
  }

  /// The name of a key; `isKnown` is false if the key is yet to be added.
  @inline(__always)
  func find<Key: CodingKey>(_ key: Key) -> (name: KeyNames.Name?, isKnown: Bool) {
    guard let place = unsafe types.find(ObjectIdentifier(Key.self)) else { return (nil, false) }
    guard let names = unsafe place.pointee else { return (nil, true) }
    let number = KeyNames.number(key)
    guard number < KeyNames.limit else { return (nil, true) }
    let name = unsafe names[number]
    return unsafe name.bytes == nil ? (nil, false) : (name, true)
  }

  /// Adds a key whose text was asked for; nil: its type's keys have no names here.
  mutating func add<Key: CodingKey>(_ key: Key, _ text: String?) -> KeyNames.Name? {
    let type = ObjectIdentifier(Key.self)
    guard let text else {
      if unsafe types.find(type) == nil { unsafe types.insert(type, nil) }
      return nil
    }
    if unsafe types.find(type) == nil {
      if count == KeyNameTable.most {
        freeNames()
        unsafe types.removeAll()
        count = 0
      }
      let names = UnsafeMutablePointer<KeyNames.Name>.allocate(capacity: KeyNames.limit)
      unsafe names.initialize(repeating: KeyNames.Name(), count: KeyNames.limit)
      unsafe types.insert(type, names)
      count += 1
    }
    let number = KeyNames.number(key)
    guard number < KeyNames.limit, let names = unsafe types.find(type)?.pointee else { return nil }
    if unsafe names[number].bytes == nil { unsafe names[number] = KeyNames.make(text) }
    return unsafe names[number]
  }

  private func freeNames() {
    unsafe types.forEach { names in
      guard let names = unsafe names else { return }
      for number in 0..<KeyNames.limit { unsafe names[number].bytes?.deallocate() }
      unsafe names.deallocate()
    }
  }
}

extension DecodingSession {
  /// The name of a key, or nil if it has to be asked for its string.
  @inline(__always)
  func name<Key: CodingKey>(of key: Key) -> KeyNames.Name? {
    let (name, isKnown) = found(key)
    return isKnown ? name : newName(of: key)
  }

  /// A type's own mirror and `stringValue` may decode something, so they come before the table is changed.
  @inline(never)
  private func newName<Key: CodingKey>(of key: Key) -> KeyNames.Name? {
    add(key, KeyNames.isFor(Key.self, key) ? key.stringValue : nil)
  }
}
