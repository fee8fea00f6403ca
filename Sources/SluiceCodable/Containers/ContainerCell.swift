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

/// Keyed containers of a session that no one uses any more, one for each type of key. Making one takes longer than
/// reading a field: the runtime looks up three generic types and allocates the standard library's box.
///
/// A container is lent again only if this table holds its only reference; one that a type keeps is left to it.
///
/// Sound because it owns its memory, and a `KeyedDecodingContainer` is one reference to a box: that is checked once, by
/// reflection, and without it nothing is kept here.
@safe
struct ContainerTable: ~Copyable {
  private struct Entry {
    var type: ObjectIdentifier?
    var box: AnyObject?
    var cell: ContainerCell?
  }

  private let entries: UnsafeMutablePointer<Entry>
  /// The entries that were used in this decode.
  private var used: [Int] = []
  /// Whether the decode has ended, and something that escaped uses the session.
  private var isClosed = false
  private static var count: Int { 64 }

  init() {
    unsafe entries = .allocate(capacity: ContainerTable.count)
    unsafe entries.initialize(repeating: Entry(), count: ContainerTable.count)
  }

  deinit {
    unsafe entries.deinitialize(count: ContainerTable.count)
    unsafe entries.deallocate()
  }

  /// A container for the object of a decoder that has no keys of its own.
  @inline(__always)
  mutating func container<Key: CodingKey>(
    _ type: Key.Type, for decoder: PositionDecoder
  ) -> KeyedDecodingContainer<Key> {
    let id = ObjectIdentifier(type)
    let bits = UInt(bitPattern: id)
    let number = Int(bitPattern: (bits >> 4 ^ bits >> 10) & 63)
    let place = unsafe entries + number
    guard unsafe place.pointee.type == id, let cell = unsafe place.pointee.cell,
      unsafe isKnownUniquelyReferenced(&place.pointee.box), let box = unsafe place.pointee.box
    else { return make(type, for: decoder, number) }
    if cell.scope == nil { used.append(number) }
    if cell.scope !== decoder.scope { cell.scope = decoder.scope }
    cell.token = decoder.token
    cell.depth = decoder.depth
    return unsafe unsafeBitCast(box, to: KeyedDecodingContainer<Key>.self)
  }

  @inline(never)
  private mutating func make<Key: CodingKey>(
    _ type: Key.Type, for decoder: PositionDecoder, _ number: Int
  ) -> KeyedDecodingContainer<Key> {
    let cell = ContainerCell(decoder)
    let container = KeyedDecodingContainer(KeyedContainer<Key>(cell: cell))
    guard ContainerTable.boxesAreReferences, !isClosed else { return container }
    unsafe entries[number] = Entry(
      type: ObjectIdentifier(type), box: unsafeBitCast(container, to: AnyObject.self), cell: cell)
    used.append(number)
    return container
  }

  /// Lets go of what containers keep alive, at the end of a decode.
  mutating func endDecode() {
    for number in used {
      let place = unsafe entries + number
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
    for number in 0..<ContainerTable.count { unsafe entries[number] = Entry() }
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
