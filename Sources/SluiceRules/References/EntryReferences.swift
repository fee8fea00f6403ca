public import Sluice

/// The references that each entry of an object made, so that those of a replaced entry can be dropped.
/// Costs nothing where no rule resolves references.
@usableFromInline
struct EntryReferences<Key: Hashable> {
  @usableFromInline let isNeeded: Bool
  private let object: JSONPosition
  private var made: [Key: Range<Int>] = [:]

  @usableFromInline
  init(of object: JSONPosition) {
    self.object = object
    isNeeded = object.hasReferences
  }

  /// How much was gathered before an entry: for `keep` and `drop`.
  @inlinable @inline(__always)
  func start() -> Int { isNeeded ? gathered : 0 }

  /// The entry of this key counts: what the one before it made is dropped.
  @inlinable @inline(__always)
  mutating func keep(since start: Int, of key: Key) {
    if isNeeded { replace(since: start, of: key) }
  }

  /// The entry does not count.
  @inlinable @inline(__always)
  func drop(since start: Int) {
    if isNeeded { dropEntry(since: start) }
  }

  @usableFromInline var gathered: Int { object.pendingReferences }

  @usableFromInline @inline(never)
  mutating func replace(since start: Int, of key: Key) {
    if let replaced = made.updateValue(start..<gathered, forKey: key) {
      object.dropReferences(in: replaced)
    }
  }

  @usableFromInline @inline(never)
  func dropEntry(since start: Int) { object.dropReferences(behind: start) }
}
