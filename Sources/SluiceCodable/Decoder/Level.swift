import Sluice

/// A value that is being decoded, and how far its object was walked.
///
/// A decode keeps one for each level of nesting. A container finds its own by its depth and checks the token, so that
/// containers may be kept, and used in any order: one that finds another's walk begins anew.
struct Level {
  /// The value's token while its `init(from:)` runs; ``none`` otherwise.
  var token = Level.none
  /// Its place in an array, or -1 in an object.
  var index: Int32 = -1
  /// Its key in an object.
  var key: (any CodingKey)?
  /// The nested containers between the value of the level below and this one.
  var nested: PathNode?
  var walk = FieldWalkState()

  /// No token.
  static var none: UInt32 { .max }
}

/// How far the fields of an object were walked by lookups.
struct FieldWalkState {
  /// The object's token, or ``Level/none``.
  var object = Level.none
  /// The value of the last field that was found, or the object's own token.
  var last: UInt32 = 0
  /// The names of the fields up to `last`.
  var passed = NameFilter()
  /// The names of the fields after `last`, once a lookup walked over all of them.
  var rest = NameFilter()
  var knowsRest = false

  mutating func begin(_ object: UInt32) {
    self.object = object
    last = object
    passed = NameFilter()
    knowsRest = false
  }
}

/// A set of names that may say yes for a name that is not in it, but never no for one that is (a Bloom filter).
struct NameFilter {
  private var bits: SIMD8<UInt64> = .zero

  @inline(__always)
  func mayContain(_ hash: UInt64) -> Bool {
    bits[Int(truncatingIfNeeded: hash >> 6)] & 1 &<< (hash & 63) != 0
  }

  @inline(__always)
  mutating func insert(_ hash: UInt64) {
    bits[Int(truncatingIfNeeded: hash >> 6)] |= 1 &<< (hash & 63)
  }

  /// Says yes to every name from now on.
  mutating func insertAll() { bits = SIMD8(repeating: .max) }
}
