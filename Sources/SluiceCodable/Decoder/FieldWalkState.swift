import Sluice

/// How far the fields of an object were walked by lookups.
struct FieldWalkState {
  /// The object's token, or ``Level/none``.
  var object = Level.none
  /// The value of the last field that was found, or the object's own token.
  var last: UInt32 = 0
  /// The bits of the names that were found.
  var found: UInt64 = 0
  /// The names of the other fields up to `last`.
  var passed = NameFilter()
  var hasPassed = false
  /// The names of the fields after `last`, once a lookup walked over all of them.
  var rest = NameFilter()
  var knowsRest = false
  /// The names of the fields that a search has skipped.
  var skipped = NameFilter()
  /// The token of the object's closing brace, once a lookup came there, or 0.
  var close: UInt32 = 0
  /// Whether the last of the type's keys was looked for, without noting the names of other fields.
  var isComplete = false
  /// Whether lookups don't walk on from `last`.
  var isOver = false
  /// The number of fields up to `last`, and of the steps that lookups took over fields that were walked before.
  var count = 0
  var repeatedSteps = 0
  /// All fields, once there were too many such steps.
  var index: FieldIndex?

  /// The steps after which an index takes less.
  static var patience: Int { 1024 }

  /// Whether a name may be that of a field up to `last`; `bit` is 0 for one that has none.
  @inline(__always)
  static func mayHavePassed(
    _ walk: UnsafeMutablePointer<FieldWalkState>, _ hash: UInt64, _ bit: UInt64
  ) -> Bool {
    if unsafe walk.pointee.found & (bit == 0 ? .max : bit) != 0 { return true }
    guard unsafe walk.pointee.hasPassed else { return false }
    return unsafe NameFilter.mayContain(walk.pointer(to: \.passed)!, hash)
  }

  /// Adds the name of a field that was found.
  @inline(__always)
  mutating func pass(_ hash: UInt64, _ bit: UInt64) {
    found |= bit
    if bit == 0 {
      passed.insert(hash)
      hasPassed = true
    }
  }

  mutating func begin(_ object: UInt32, _ duplicates: DuplicateKeys) {
    self.object = object
    isOver = duplicates != .firstWins
    last = object
    found = 0
    if hasPassed { passed = NameFilter() }
    hasPassed = false
    knowsRest = false
    close = 0
    isComplete = false
    count = 0
    repeatedSteps = 0
    if index != nil { index = nil }
  }
}

/// A set of names that may say yes for a name that is not in it, but never no for one that is (a Bloom filter).
struct NameFilter {
  private var bits: SIMD8<UInt64> = .zero

  /// The same in place: an index into a copy would take a copy in memory.
  @inline(__always)
  static func mayContain(_ filter: UnsafePointer<NameFilter>, _ hash: UInt64) -> Bool {
    let word = unsafe UnsafeRawPointer(filter).load(
      fromByteOffset: 8 &* Int(truncatingIfNeeded: hash >> 6), as: UInt64.self)
    return word & 1 &<< (hash & 63) != 0
  }

  @inline(__always)
  func mayContain(_ hash: UInt64) -> Bool {
    bits[Int(truncatingIfNeeded: hash >> 6)] & 1 &<< (hash & 63) != 0
  }

  @inline(__always)
  mutating func insert(_ hash: UInt64) {
    bits[Int(truncatingIfNeeded: hash >> 6)] |= 1 &<< (hash & 63)
  }

  @inline(__always)
  static func insert(_ hash: UInt64, into filter: UnsafeMutableRawPointer) {
    let word = unsafe (filter + 8 &* Int(truncatingIfNeeded: hash >> 6))
      .assumingMemoryBound(to: UInt64.self)
    unsafe word.pointee |= 1 &<< (hash & 63)
  }

  @inline(__always)
  mutating func formUnion(_ other: NameFilter) { bits |= other.bits }

  /// Says yes to every name from now on.
  mutating func insertAll() { bits = SIMD8(repeating: .max) }
}
