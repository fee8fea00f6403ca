import CSimdJSON
import Sluice

/// The open containers: for each, the byte that closes it.
///
/// ```
/// {"a": [ …        depth 2, closing ]
/// closings  0 }    of what is around each
/// ```
///
/// Sound because `depth <= room` always, and `closings` holds `room` bytes: `push` is called only with `depth < room`,
/// and `pop` with `depth > 0`. The tokenizer, which can't be copied, is its only owner and releases it.
@usableFromInline
@safe
struct NestingLevels {
  @usableFromInline private(set) var closings: UnsafeMutablePointer<UInt8>
  /// The number of levels that fit without growing: at most the limit.
  @usableFromInline private(set) var room: Int
  /// The number of open containers.
  @usableFromInline private(set) var depth = 0
  /// The byte that closes the innermost container; 0 when none is open.
  @usableFromInline private(set) var closing: UInt8 = 0
  private let limit: Int

  /// Throws `out-of-memory`.
  init(limit: Int) throws(JSONError) {
    self.limit = limit
    room = min(limit, 128)
    guard let memory = unsafe NestingLevels.allocate(room) else {
      throw JSONError(.outOfMemory, at: 0)
    }
    unsafe closings = unsafe memory
  }

  private static func allocate(_ room: Int) -> UnsafeMutablePointer<UInt8>? {
    guard let memory = unsafe csj_allocate(room) else { return nil }
    let bytes = unsafe memory.bindMemory(to: UInt8.self, capacity: room)
    unsafe bytes.initialize(repeating: 0, count: room)
    return unsafe bytes
  }

  /// Releases the memory; must be the last call.
  mutating func release() { unsafe csj_free(closings) }

  @inlinable @inline(__always)
  mutating func push(closing byte: UInt8) {
    unsafe closings[depth] = closing
    closing = byte
    depth &+= 1
  }

  /// Leaves the innermost container; there must be one.
  @inlinable @inline(__always)
  mutating func pop() {
    depth &-= 1
    closing = unsafe closings[depth]
  }

  mutating func removeAll() { (depth, closing) = (0, 0) }

  /// For each open level, whether it is an object.
  var all: [Bool] {
    (0..<depth).map { unsafe ($0 + 1 < depth ? closings[$0 + 1] : closing) == Byte.closeBrace }
  }

  enum Growth { case grown, atLimit, outOfMemory }

  /// Makes room for another level.
  mutating func grow() -> Growth {
    guard room < limit else { return .atLimit }
    let wider = min(room * 2, limit)
    guard let grown = unsafe NestingLevels.allocate(wider) else { return .outOfMemory }
    unsafe grown.update(from: closings, count: room)
    unsafe csj_free(closings)
    unsafe closings = unsafe grown
    room = wider
    return .grown
  }
}
