import Sluice
import SluiceDecoding

/// The keyed containers of an encoder, which are lent for one object after another. Making one takes longer than
/// writing a field: the runtime looks up three generic types and allocates the standard library's box.
///
/// A level takes back what its value was lent, unless someone still holds it. What is held at the end of the encoding has
/// escaped, and is not lent again.
///
/// Sound because a cell and its box hold each other until ``endEncoding()`` or ``dropKinds()`` sets `box` to nil: no list
/// has the cell any more then, and levels know only its place in `lent`.
@safe
struct EncodingContainers: ~Copyable {
  /// Sound because the table owns its makers, and idle cells as the type says.
  @safe
  private struct KeyKind {
    /// A ``ContainerMaker`` of the container's type.
    let maker: Unmanaged<AnyObject>
    var idle: Unmanaged<EncodingCell>?
  }

  private var kinds = TypeMap<KeyKind>()
  /// The cells that this encoding uses, idle or not.
  private var lent: [Unmanaged<EncodingCell>] = unsafe []
  private var cellCount = 0

  /// The most types and containers that are kept between two encodings.
  private static let (mostKinds, mostCells) = (256, 512)

  deinit {
    dropKinds()
    kinds.free()
  }

  /// A container for the object of an encoder. `contents`: the number of what its level holds. `lentPlace`: where the level
  /// notes what it was lent.
  @inline(__always)
  mutating func container<Key: CodingKey>(
    _ type: Key.Type, for value: ValueEncoder, _ contents: UInt32, isRefused: Bool,
    _ lentPlace: inout Int
  ) -> KeyedEncodingContainer<Key> {
    guard lentPlace < 0, let kind = unsafe kinds.find(ObjectIdentifier(type)),
      let idle = unsafe kind.pointee.idle
    else { return make(type, for: value, contents, isRefused: isRefused, &lentPlace) }
    return unsafe idle._withUnsafeGuaranteedRef { cell in
      unsafe kind.pointee.idle = cell.next
      cell.next = nil
      cell.isIdle = false
      if !cell.isKept { list(cell) }
      lentPlace = cell.place
      cell.begin(value, contents, isRefused: isRefused)
      return unsafe kind.pointee.maker._withUnsafeGuaranteedRef {
        unsafe unsafeDowncast($0, to: ContainerMaker<KeyedEncodingContainer<Key>>.self)
          .container(of: cell)
      }
    }
  }

  @inline(never)
  private mutating func make<Key: CodingKey>(
    _ type: Key.Type, for value: ValueEncoder, _ contents: UInt32, isRefused: Bool,
    _ lentPlace: inout Int
  ) -> KeyedEncodingContainer<Key> {
    let id = ObjectIdentifier(type)
    let cell = EncodingCell(value, contents, isRefused: isRefused, type)
    let container = KeyedEncodingContainer(KeyedEncoder<Key>(cell: cell))
    guard EncodingContainers.knowsBoxes, lentPlace < 0 else { return container }
    cell.box = unsafe unsafeBitCast(container, to: AnyObject.self)
    if unsafe kinds.find(id) == nil {
      kinds.insert(
        id, unsafe KeyKind(maker: .passRetained(ContainerMaker<KeyedEncodingContainer<Key>>())))
    }
    cellCount += 1
    list(cell)
    lentPlace = cell.place
    return container
  }

  private mutating func list(_ cell: EncodingCell) {
    cell.place = unsafe lent.count
    unsafe lent.append(.passUnretained(cell))
  }

  /// Takes back what a level was lent, unless the container is in use.
  @inline(__always)
  mutating func takeBack(_ lentPlace: Int) {
    // None are listed after an error, when encoders that escaped are still current.
    guard unsafe lentPlace < lent.count else { return }
    unsafe lent[lentPlace]._withUnsafeGuaranteedRef { takeBack($0) }
  }

  @inline(__always)
  private func takeBack(_ cell: EncodingCell) {
    guard cell.isFree, let kind = unsafe kinds.find(cell.keyType) else { return }
    cell.isIdle = true
    cell.next = unsafe kind.pointee.idle
    unsafe kind.pointee.idle = unsafe .passUnretained(cell)
  }

  /// Lets go of what the encoding used. Containers that are still in use belong to their holders.
  mutating func endEncoding() {
    for place in unsafe lent.indices {
      let cell = unsafe lent[place].takeUnretainedValue()
      if !cell.isIdle { takeBack(cell) }
      if cell.isIdle {
        cell.release()
      } else {
        cell.box = nil
        cellCount -= 1
      }
    }
    unsafe lent.removeAll(keepingCapacity: true)
    if cellCount > EncodingContainers.mostCells || kinds.count > EncodingContainers.mostKinds {
      dropKinds()
      kinds.removeAll()
      cellCount = 0
    }
  }

  /// Frees the idle cells, which hold the boxes that hold them, and the makers.
  private func dropKinds() {
    kinds.forEach { kind in
      var next = unsafe kind.idle
      while let cell = unsafe next?.takeUnretainedValue() {
        unsafe next = cell.next
        cell.box = nil
      }
      unsafe kind.maker.release()
    }
  }

  /// Whether a `KeyedEncodingContainer` is one reference to an object.
  private static let knowsBoxes: Bool = {
    typealias Container = KeyedEncodingContainer<DocumentKey>
    guard MemoryLayout<Container>.size == MemoryLayout<AnyObject>.size else { return false }
    let branch = EncodingBranch(EncoderOptions(), EncodingTypes())
    let cell = EncodingCell(branch.begin(), 0, isRefused: false, DocumentKey.self)
    let container = KeyedEncodingContainer(KeyedEncoder<DocumentKey>(cell: cell))
    let parts = Array(Mirror(reflecting: container).children)
    guard parts.count == 1, type(of: parts[0].value) is AnyClass else { return false }
    return unsafe unsafeBitCast(container, to: AnyObject.self) === parts[0].value as AnyObject
  }()
}

/// Makes containers of a type from their boxes. Its own metadata has their type's, which the runtime would have to look up
/// otherwise: that takes longer than writing a field.
private final class ContainerMaker<Container> {
  /// Sound because the cell was made for this type, and a container is one reference to its box, as
  /// ``EncodingContainers/knowsBoxes`` found.
  @inline(never)
  func container(of cell: EncodingCell) -> Container {
    unsafe unsafeBitCast(cell.box, to: Container.self)
  }
}
