/// The key paths of an entity's values, each once, in the order in which they were declared.
@usableFromInline
final class EntityKeys: Sendable {
  @usableFromInline let names: [String]
  private let places: [String: Int]

  init(_ names: [String]) {
    self.names = names
    places = Dictionary(names.enumerated().map { ($1, $0) }) { first, _ in first }
  }

  @usableFromInline @inline(never)
  func place(of name: String) -> Int? { places[name] }
}

/// An entity's values, in one piece of memory, and the place from which the next is expected.
///
/// Sound because all slots are initialised when it is made, and ended when it goes.
@usableFromInline
final class EntityStorage: ManagedBuffer<EntityStorage.Header, SchemaValue> {
  @usableFromInline
  struct Header {
    @usableFromInline let keys: EntityKeys
    /// Entities are mostly taken apart in the order of their schema.
    @usableFromInline var next = 0
  }

  static func make(_ keys: EntityKeys) -> EntityStorage {
    let count = keys.names.count
    let made = EntityStorage.create(minimumCapacity: count) { _ in Header(keys: keys) }
    made.withUnsafeMutablePointerToElements { slots in
      slots.initialize(repeating: .absent, count: count)
    }
    return unsafeDowncast(made, to: EntityStorage.self)
  }

  deinit {
    _ = withUnsafeMutablePointers { header, slots in
      slots.deinitialize(count: header.pointee.keys.names.count)
    }
  }
}
