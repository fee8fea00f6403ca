import Sluice

/// A value that is being decoded, and how far its object was walked.
///
/// A decode keeps one for each level of nesting. A container finds its own by its depth and checks the token, so that
/// containers may be kept, and used in any order: one that finds another's walk begins anew.
struct Level {
  /// The value's token while its `init(from:)` runs; ``none`` otherwise.
  var token = Level.none
  /// Its place in an array, -1 in an object, or ``unused`` if no value was at this level yet.
  var index = Level.unused
  /// Its key in an object, if that is a value of one byte, and otherwise in `key`.
  var smallKey = SmallKey()
  private(set) var key: (any CodingKey)?
  private var hasKey = false
  /// The nested containers between the value of the level below and this one.
  var nested: PathNode?
  var walk = FieldWalkState()

  /// No token.
  static var none: UInt32 { .max }
  static var unused: Int32 { -2 }

  /// Sets the key.
  @inline(__always)
  mutating func set(_ key: some CodingKey) {
    if let small = SmallKey(key) {
      smallKey = small
      dropKey()
    } else {
      smallKey = SmallKey()
      self.key = key
      hasKey = true
    }
  }

  @inline(__always)
  private mutating func dropKey() {
    guard hasKey else { return }
    key = nil
    hasKey = false
  }

  /// Forgets everything of the caller's.
  mutating func end() {
    index = Level.unused
    dropKey()
    if nested != nil { nested = nil }
    if walk.index != nil { walk.index = nil }
  }
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
  /// Whether lookups don't walk on from `last`.
  var isOver = false
  /// The number of fields up to `last`, and of the steps that lookups took over fields that were walked before.
  var count = 0
  var repeatedSteps = 0
  /// All fields, once there were too many such steps.
  var index: FieldIndex?

  /// The steps after which an index takes less.
  static var patience: Int { 1024 }

  mutating func begin(_ object: UInt32, _ duplicates: DuplicateKeys) {
    self.object = object
    isOver = duplicates != .firstWins
    last = object
    passed = NameFilter()
    knowsRest = false
    count = 0
    repeatedSteps = 0
    if index != nil { index = nil }
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
