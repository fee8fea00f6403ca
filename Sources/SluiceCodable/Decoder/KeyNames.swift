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

/// The names of the key types that a session has met, by the address of the type's metadata.
///
/// Sound because it owns its memory: the entries, their names, and copies of the names' bytes.
@safe
struct KeyNameTable: ~Copyable {
  /// Sound because only its table uses it.
  @safe
  struct Entry {
    var type: ObjectIdentifier?
    /// Nil for a type whose keys have no names here.
    var names: UnsafeMutablePointer<KeyNames.Name>?
  }

  private let entries: UnsafeMutablePointer<Entry>
  private static var count: Int { 64 }

  init() {
    unsafe entries = .allocate(capacity: KeyNameTable.count)
    unsafe entries.initialize(repeating: Entry(), count: KeyNameTable.count)
  }

  deinit {
    for number in 0..<KeyNameTable.count { unsafe KeyNameTable.empty(entries + number) }
    unsafe entries.deallocate()
  }

  /// The name of a key, or nil if it has to be asked for its string.
  @inline(__always)
  subscript<Key: CodingKey>(key: Key) -> KeyNames.Name? {
    let id = ObjectIdentifier(Key.self)
    let bits = UInt(bitPattern: id)
    let place = unsafe entries + Int(bitPattern: (bits >> 4 ^ bits >> 10) & 63)
    if unsafe place.pointee.type != id { unsafe KeyNameTable.fill(place, with: key, id) }
    guard let names = unsafe place.pointee.names else { return nil }
    let number = KeyNames.number(key)
    guard number < KeyNames.limit else { return nil }
    if unsafe names[number].bytes == nil { return unsafe KeyNameTable.add(key, number, at: place) }
    return unsafe names[number]
  }

  /// Asks for the name of a case. A type's own `stringValue` may decode something, and put another type there: then the
  /// name is not kept.
  @inline(never)
  private static func add<Key: CodingKey>(
    _ key: Key, _ number: Int, at place: UnsafeMutablePointer<Entry>
  ) -> KeyNames.Name? {
    let text = key.stringValue
    guard unsafe place.pointee.type == ObjectIdentifier(Key.self),
      let names = unsafe place.pointee.names
    else { return nil }
    if unsafe names[number].bytes == nil { unsafe names[number] = KeyNames.make(text) }
    return unsafe names[number]
  }

  @inline(never)
  private static func fill<Key: CodingKey>(
    _ place: UnsafeMutablePointer<Entry>, with key: Key, _ id: ObjectIdentifier
  ) {
    // First, because a type's own mirror may decode something.
    let hasNames = KeyNames.isFor(Key.self, key)
    unsafe empty(place)
    unsafe place.pointee.type = id
    guard hasNames else { return }
    let names = UnsafeMutablePointer<KeyNames.Name>.allocate(capacity: KeyNames.limit)
    unsafe names.initialize(repeating: KeyNames.Name(), count: KeyNames.limit)
    unsafe place.pointee.names = unsafe names
  }

  private static func empty(_ place: UnsafeMutablePointer<Entry>) {
    guard let names = unsafe place.pointee.names else { return }
    for number in 0..<KeyNames.limit { unsafe names[number].bytes?.deallocate() }
    unsafe names.deallocate()
    unsafe place.pointee.names = nil
  }
}
