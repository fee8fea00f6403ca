public import Sluice

/// Records the references of each entry of an object, so that those of a replaced entry can be
/// dropped. Costs nothing when no rule resolves references.
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

  /// Returns the number of references before an entry, for `keep` and `drop`.
  @inlinable @inline(__always)
  func start() -> Int { isNeeded ? pendingCount : 0 }

  /// Keeps the entry of this key, and drops the references of the entry it replaces.
  @inlinable @inline(__always)
  mutating func keep(since start: Int, of key: Key) {
    if isNeeded { replace(since: start, of: key) }
  }

  /// Drops the references of an entry that does not count.
  @inlinable @inline(__always)
  func drop(since start: Int) {
    if isNeeded { dropEntry(since: start) }
  }

  @usableFromInline var pendingCount: Int { object.pendingReferences }

  @usableFromInline @inline(never)
  mutating func replace(since start: Int, of key: Key) {
    if let replaced = made.updateValue(start..<pendingCount, forKey: key) {
      object.dropReferences(in: replaced)
    }
  }

  @usableFromInline @inline(never)
  func dropEntry(since start: Int) { object.dropReferences(behind: start) }
}
