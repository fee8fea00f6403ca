import Sluice

/// The key paths of an entity's values, each once, in the order of declaration.
///
/// Sound because nothing in it changes between the initialiser and `deinit`.
@usableFromInline
@safe
final class EntityKeys: @unchecked Sendable {
  let count: Int
  /// Bare memory, so that comparing a name counts no references.
  let names: UnsafeMutablePointer<String>
  private let places: [ByteName: Int]

  init(_ names: [String]) {
    count = names.count
    unsafe self.names = .allocate(capacity: max(count, 1))
    unsafe self.names.initialize(from: names, count: count)
    places = Dictionary(names.enumerated().map { (ByteName($1), $0) }) { first, _ in first }
  }

  deinit {
    unsafe names.deinitialize(count: count)
    unsafe names.deallocate()
  }

  func place(of name: String) -> Int? { places[ByteName(name)] }

  var all: UnsafeBufferPointer<String> { unsafe UnsafeBufferPointer(start: names, count: count) }
}

/// An entity's values, in one allocation, and the place where the next one is expected.
///
/// Sound because all slots are initialised when it is made, and deinitialised when it is released.
@usableFromInline
final class EntityStorage: ManagedBuffer<EntityStorage.Header, SchemaValue> {
  /// Sound because `keys`, beside them, owns the names.
  @usableFromInline
  @safe
  struct Header {
    let keys: EntityKeys
    @usableFromInline let count: Int
    /// The names of `keys`.
    @usableFromInline let names: UnsafeMutablePointer<String>
    /// The slot to try first: entities are usually read in the order of their schema.
    @usableFromInline var next: Int
  }

  static func make(_ keys: EntityKeys) -> EntityStorage {
    let made = EntityStorage.create(minimumCapacity: keys.count) { _ in
      unsafe Header(keys: keys, count: keys.count, names: keys.names, next: 0)
    }
    let storage = unsafe unsafeDowncast(made, to: EntityStorage.self)
    unsafe storage.slots.initialize(repeating: .absent, count: keys.count)
    return storage
  }

  var slots: UnsafeMutablePointer<SchemaValue> {
    unsafe withUnsafeMutablePointerToElements { unsafe $0 }
  }

  deinit {
    // One by one: most are scalars, which the loop need not release.
    unsafe withUnsafeMutablePointers { header, slots in
      for slot in unsafe 0..<header.pointee.count { unsafe (slots + slot).deinitialize(count: 1) }
    }
  }
}
