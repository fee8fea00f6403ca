import Sluice

/// What a keyed container stands for: an object of a session, and what keeps both alive.
final class ContainerCell {
  /// Nil while the cell waits for another object.
  fileprivate(set) var scope: DecodingScope?
  let session: DecodingSession
  fileprivate(set) var token: UInt32
  fileprivate(set) var depth: UInt32

  init(_ decoder: PositionDecoder) {
    scope = decoder.scope
    session = decoder.session
    token = decoder.token
    depth = decoder.depth
  }
}

/// Copies containers of a type. Its own metadata has their type's, which the runtime would have to look up otherwise: that
/// takes longer than reading a field.
private final class ContainerCopier<Container> {
  @inline(never)
  func copy(_ container: UnsafeRawPointer) -> Container {
    unsafe container.load(as: Container.self)
  }
}

/// Keyed containers of a session that no one uses any more, one for each type of key. Making one takes longer than
/// reading a field: the runtime looks up three generic types and allocates the standard library's box.
///
/// A container is lent again only if this table holds its only reference; one that a type keeps is left to it.
///
/// Sound because a `KeyedDecodingContainer` is one reference to a box: that is checked once, by
/// reflection, and without it nothing is kept here.
@safe
struct ContainerTable: ~Copyable {
  private struct Entry {
    var box: AnyObject?
    var cell: ContainerCell?
    /// A `ContainerCopier` of the container's type.
    var copier: AnyObject?
  }

  private var entries = TypeMap<Entry>()
  /// The types of the entries that were used in this decode.
  private var used: [ObjectIdentifier] = []
  /// Whether the decode has ended, and something that escaped uses the session.
  private var isClosed = false

  deinit { entries.free() }

  /// A container for the object of a decoder that has no keys of its own.
  @inline(__always)
  mutating func container<Key: CodingKey>(
    _ type: Key.Type, for decoder: PositionDecoder
  ) -> KeyedDecodingContainer<Key> {
    let id = ObjectIdentifier(type)
    guard let place = unsafe entries.find(id), let cell = unsafe place.pointee.cell,
      let copier = unsafe place.pointee.copier,
      unsafe isKnownUniquelyReferenced(&place.pointee.box)
    else { return make(type, for: decoder) }
    if cell.scope == nil { used.append(id) }
    if cell.scope !== decoder.scope { cell.scope = decoder.scope }
    cell.token = decoder.token
    cell.depth = decoder.depth
    return unsafe unsafeDowncast(copier, to: ContainerCopier<KeyedDecodingContainer<Key>>.self)
      .copy(place.pointer(to: \.box)!)
  }

  @inline(never)
  private mutating func make<Key: CodingKey>(
    _ type: Key.Type, for decoder: PositionDecoder
  ) -> KeyedDecodingContainer<Key> {
    let id = ObjectIdentifier(type)
    let cell = ContainerCell(decoder)
    let container = KeyedDecodingContainer(KeyedContainer<Key>(cell: cell))
    guard ContainerTable.boxesAreReferences, !isClosed else { return container }
    let entry = unsafe Entry(
      box: unsafeBitCast(container, to: AnyObject.self), cell: cell,
      copier: ContainerCopier<KeyedDecodingContainer<Key>>())
    if let place = unsafe entries.find(id) {
      unsafe place.pointee = entry
    } else {
      entries.insert(id, entry)
    }
    used.append(id)
    return container
  }

  /// Lets go of what containers keep alive, at the end of a decode.
  mutating func endDecode() {
    for id in used {
      guard let place = unsafe entries.find(id) else { continue }
      if unsafe isKnownUniquelyReferenced(&place.pointee.box) {
        unsafe place.pointee.cell?.scope = nil
      } else {
        unsafe place.pointee = Entry()
      }
    }
    used.removeAll(keepingCapacity: true)
  }

  /// Keeps no containers from now on. They would keep the session alive, and the session them.
  mutating func close() {
    isClosed = true
    entries.removeAll()
  }

  /// Whether a `KeyedDecodingContainer` is a struct with one field that is an object.
  private static let boxesAreReferences: Bool = {
    guard
      MemoryLayout<KeyedDecodingContainer<DocumentKey>>.size == MemoryLayout<AnyObject>.size,
      let decoder = try? SessionOwner().rootDecoder
    else { return false }
    let container = KeyedDecodingContainer(
      KeyedContainer<DocumentKey>(cell: ContainerCell(decoder)))
    let fields = Array(Mirror(reflecting: container).children)
    return fields.count == 1 && fields.allSatisfy { Swift.type(of: $0.value) is AnyClass }
  }()
}
