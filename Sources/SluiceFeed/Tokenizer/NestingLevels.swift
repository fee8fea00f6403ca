import CSimdJSON

/// Which of the open containers are objects: one bit for each.
///
/// Sound because `depth <= room` always, and `words` holds `room` bits: `push` is called only with
/// `depth < room`, and a level is looked at only below `depth`. The tokenizer, which can't be copied,
/// is its one owner and releases it.
@usableFromInline
struct NestingLevels {
  @usableFromInline var words: UnsafeMutablePointer<UInt64>?
  /// How many levels fit without growing: no more than the limit.
  @usableFromInline private(set) var room = 0
  /// How many containers are open.
  @usableFromInline private(set) var depth = 0
  private let limit: Int

  init(limit: Int) {
    self.limit = limit
    words = nil
  }

  /// Gives the memory back. There is no level then, nor room for one.
  mutating func release() {
    csj_free(words)
    (words, room, depth) = (nil, 0, 0)
  }

  /// Whether the container at a level, counted from 0, is an object.
  @inlinable @inline(__always)
  func isObject(_ level: Int) -> Bool {
    guard let words else { return false }
    return words[level &>> 6] &>> UInt64(truncatingIfNeeded: level & 63) & 1 != 0
  }

  @inlinable @inline(__always)
  mutating func push(isObject: Bool) {
    guard let words else { return }
    let bit = UInt64(truncatingIfNeeded: depth & 63)
    let word = words[depth &>> 6] & ~(1 &<< bit)
    words[depth &>> 6] = word | (isObject ? 1 : 0) &<< bit
    depth &+= 1
  }

  @inlinable @inline(__always)
  mutating func pop() { depth &-= 1 }

  mutating func removeAll() { depth = 0 }

  /// For each open level, whether it is an object.
  var all: [Bool] { (0..<depth).map { isObject($0) } }

  enum Growth { case grown, atLimit, outOfMemory }

  /// Makes room for another level.
  mutating func grow() -> Growth {
    guard room < limit else { return .atLimit }
    let wider = min(max(room * 2, 128), limit)
    let count = (wider + 63) / 64
    guard let memory = csj_allocate(count * MemoryLayout<UInt64>.stride) else {
      return .outOfMemory
    }
    let grown = memory.bindMemory(to: UInt64.self, capacity: count)
    grown.initialize(repeating: 0, count: count)
    if let words { grown.update(from: words, count: (room + 63) / 64) }
    csj_free(words)
    words = grown
    room = wider
    return .grown
  }
}
