import Sluice
import SluiceDecoding

/// Copies containers of a type. Its own metadata has their type's, which the runtime would have to look up otherwise: that
/// takes longer than reading a field.
final class ContainerCopier<Container> {
  @inline(never)
  func copy(_ container: UnsafeRawPointer) -> Container {
    unsafe container.assumingMemoryBound(to: Container.self).pointee
  }
}

/// The keyed containers of a session, which are lent for one object after another. Making one takes longer than
/// reading a field: the runtime looks up three generic types and allocates the standard library's box.
///
/// A level takes back what its value was lent, unless someone still holds it. What is held at the end of the decode has
/// escaped, and gets a keeper.
@safe
struct ContainerTable: ~Copyable {
  private var kinds = TypeMap<ContainerKind>()
  /// The cells of the containers that are lent again.
  private var cells: [ContainerCell] = []
  private var lentCount = 0
  /// Whether the decode has ended, and something that escaped uses the session.
  private var isClosed = false

  /// The most types and containers that a session keeps between two decodes.
  private static let (mostKinds, mostCells) = (256, 512)

  deinit {
    for cell in cells { cell.free() }
    kinds.forEach { $0.free() }
    kinds.free()
  }

  /// A container for the object of a decoder, whose fields are in `index` if a key strategy made their names.
  @inline(__always)
  mutating func container<Key: CodingKey>(
    _ type: Key.Type, for decoder: PositionDecoder, _ index: FieldIndex?,
    _ level: UnsafeMutablePointer<Level>?
  ) -> KeyedDecodingContainer<Key> {
    guard let place = unsafe kinds.find(ObjectIdentifier(type)),
      let cell = unsafe place.pointee.idle ?? lentTwice(place.pointee, level)
    else { return unsafe make(type, for: decoder, index, level) }
    if cell.isIdle { unsafe lend(cell, level) }
    cell.begin(at: decoder, index)
    return unsafe place.pointee.copier._withUnsafeGuaranteedRef {
      unsafe unsafeDowncast($0, to: ContainerCopier<KeyedDecodingContainer<Key>>.self)
        .copy(cell.box)
    }
  }

  /// Moves a cell to those of a level.
  @inline(__always)
  private mutating func lend(_ cell: ContainerCell, _ level: UnsafeMutablePointer<Level>?) {
    cell.kind.idle = cell.next
    cell.isIdle = false
    cell.next = unsafe level?.pointee.cells
    unsafe level?.pointee.cells = cell
    lentCount &+= 1
  }

  /// A cell of the kind that the level was lent last, if its container is not in use any more.
  @inline(never)
  private func lentTwice(
    _ kind: ContainerKind, _ level: UnsafeMutablePointer<Level>?
  ) -> ContainerCell? {
    var (cell, steps) = unsafe (level?.pointee.cells, 0)
    while let here = cell, steps < 4 {
      if here.kind.isSame(as: kind), here.isFree {
        here.end()
        return here
      }
      cell = here.next
      steps += 1
    }
    return nil
  }

  @inline(never)
  private mutating func make<Key: CodingKey>(
    _ type: Key.Type, for decoder: PositionDecoder, _ index: FieldIndex?,
    _ level: UnsafeMutablePointer<Level>?
  ) -> KeyedDecodingContainer<Key> {
    guard !isClosed, ContainerTable.knowsBoxes else {
      return keptContainer(type, for: decoder, index)
    }
    let cell = ContainerCell(decoder.session, kind(type))
    let container = KeyedDecodingContainer(KeyedContainer<Key>(cell: cell, keeper: nil))
    unsafe cell.box.pointee = unsafeBitCast(container, to: AnyObject.self)
    cells.append(cell)
    unsafe lend(cell, level)
    cell.begin(at: decoder, index)
    return container
  }

  /// A container that is not lent again.
  @inline(never)
  private mutating func keptContainer<Key: CodingKey>(
    _ type: Key.Type, for decoder: PositionDecoder, _ index: FieldIndex?
  ) -> KeyedDecodingContainer<Key> {
    let cell = ContainerCell(decoder.session, kind(type))
    cell.begin(at: decoder, index)
    let keeper = ContainerKeeper(cell, decoder.session.owner)
    return KeyedDecodingContainer(KeyedContainer<Key>(cell: cell, keeper: keeper))
  }

  private mutating func kind<Key: CodingKey>(_ type: Key.Type) -> ContainerKind {
    if let place = unsafe kinds.find(ObjectIdentifier(type)) { return unsafe place.pointee }
    let kind = ContainerKind(type)
    kinds.insert(ObjectIdentifier(type), kind)
    return kind
  }

  /// Takes back a cell that a level was lent, unless its container is in use.
  @inline(__always)
  mutating func takeBack(_ cell: ContainerCell) {
    if cell.isFree {
      takeBack(free: cell)
    } else {
      cell.next = nil
    }
  }

  @inline(__always)
  private mutating func takeBack(free cell: ContainerCell) {
    cell.end()
    cell.isIdle = true
    cell.next = cell.kind.idle
    cell.kind.idle = cell
    lentCount &-= 1
  }

  /// Gives keepers to the containers that are still in use, at the end of a decode.
  mutating func endDecode(_ session: DecodingSession) {
    if lentCount > 0 { findEscaped(session.owner) }
  }

  /// Forgets what is too much to keep, when nothing that escaped uses the session. Returns whether it was too much.
  mutating func trim() -> Bool {
    guard cells.count > ContainerTable.mostCells || kinds.count > ContainerTable.mostKinds else {
      return false
    }
    clear()
    return true
  }

  @inline(never)
  private mutating func findEscaped(_ owner: SessionOwner) {
    var remaining: [ContainerCell] = []
    for cell in cells {
      if !cell.isIdle {
        guard cell.isFree else {
          ContainerTable.release(cell, to: owner)
          continue
        }
        takeBack(free: cell)
      }
      remaining.append(cell)
    }
    cells = remaining
    lentCount = 0
  }

  /// Keeps no containers from now on.
  mutating func close() {
    isClosed = true
    clear()
  }

  /// Frees all cells, which are idle, and the kinds, unless a keeper's cell may have one.
  private mutating func clear() {
    for cell in cells {
      cell.kind.idle = nil
      cell.free()
    }
    cells = []
    guard !isClosed else { return }
    kinds.forEach { $0.free() }
    kinds.removeAll()
  }
}

/// How the standard library holds a container.
extension ContainerTable {
  /// Where a box has its container: after an object's header.
  private static var contentOffset: Int { 16 }

  /// Makes a container the owner of its cell. From now on it is the only one.
  ///
  /// Sound because ``knowsBoxes`` found the container's two words at this place, the keeper's reference being nil.
  private static func release(_ cell: ContainerCell, to owner: SessionOwner) {
    guard let box = unsafe cell.box.pointee else { return }
    unsafe cell.box.pointee = nil
    let keeper = ContainerKeeper(cell, owner)
    let content = unsafe Unmanaged.passUnretained(box).toOpaque() + contentOffset
    unsafe content.storeBytes(
      of: Unmanaged.passRetained(keeper).toOpaque(), toByteOffset: 8,
      as: UnsafeMutableRawPointer.self)
  }

  /// Whether a `KeyedDecodingContainer` is one reference to an object that has our container and nothing else.
  static let knowsBoxes: Bool = {
    typealias Content = KeyedContainer<DocumentKey>
    guard MemoryLayout<KeyedDecodingContainer<DocumentKey>>.size == MemoryLayout<AnyObject>.size,
      MemoryLayout<Content>.size == 16, let owner = try? SessionOwner()
    else { return false }
    let kind = ContainerKind(DocumentKey.self)
    let cell = ContainerCell(owner.session, kind)
    defer {
      cell.free()
      kind.free()
    }
    let container = KeyedDecodingContainer(Content(cell: cell, keeper: nil))
    guard let box = Array(Mirror(reflecting: container).children).only?.value,
      Swift.type(of: box) is AnyClass
    else { return false }
    let mirror = Mirror(reflecting: box)
    guard mirror.superclassMirror?.children.isEmpty ?? true,
      Array(mirror.children).only?.value is Content
    else { return false }
    return withExtendedLifetime(container) {
      let content = unsafe unsafeBitCast(container, to: UnsafeRawPointer.self) + contentOffset
      let words = unsafe content.load(as: (UnsafeRawPointer, UInt).self)
      return unsafe words.0 == cell.address && words.1 == 0
    }
  }()
}

extension Array {
  fileprivate var only: Element? { count == 1 ? first : nil }
}
