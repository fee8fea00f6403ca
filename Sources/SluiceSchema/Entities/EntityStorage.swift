import Sluice

/// The key paths of an entity's values, each once, in the order in which they were declared.
///
/// Sound because nothing of it changes from the initialiser to `deinit`.
@usableFromInline
final class EntityKeys: @unchecked Sendable {
  let count: Int
  /// Bare memory: whoever compares a name does not count a reference for it.
  let names: UnsafeMutablePointer<String>
  private let places: [KeyName: Int]

  init(_ names: [String]) {
    count = names.count
    self.names = .allocate(capacity: max(count, 1))
    self.names.initialize(from: names, count: count)
    places = Dictionary(names.enumerated().map { (KeyName($1), $0) }) { first, _ in first }
  }

  deinit {
    names.deinitialize(count: count)
    names.deallocate()
  }

  func place(of name: String) -> Int? { places[KeyName(name)] }

  var all: UnsafeBufferPointer<String> { UnsafeBufferPointer(start: names, count: count) }
}

/// An entity's values, in one piece of memory, and the place from which the next is expected.
///
/// Sound because all slots are initialised when it is made, and ended when it goes.
@usableFromInline
final class EntityStorage: ManagedBuffer<EntityStorage.Header, SchemaValue> {
  @usableFromInline
  struct Header {
    let keys: EntityKeys
    @usableFromInline let count: Int
    /// Those of `keys`.
    @usableFromInline let names: UnsafeMutablePointer<String>
    /// Entities are mostly taken apart in the order of their schema.
    @usableFromInline var next: Int
  }

  static func make(_ keys: EntityKeys) -> EntityStorage {
    let made = EntityStorage.create(minimumCapacity: keys.count) { _ in
      Header(keys: keys, count: keys.count, names: keys.names, next: 0)
    }
    let storage = unsafeDowncast(made, to: EntityStorage.self)
    storage.slots.initialize(repeating: .absent, count: keys.count)
    return storage
  }

  var slots: UnsafeMutablePointer<SchemaValue> { withUnsafeMutablePointerToElements { $0 } }

  deinit {
    // One by one: most are scalars, and the loop sees it.
    withUnsafeMutablePointers { header, slots in
      for slot in 0..<header.pointee.count { (slots + slot).deinitialize(count: 1) }
    }
  }
}
