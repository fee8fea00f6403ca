import Sluice

/// A value that is being decoded. A decode keeps one for each level of nesting.
struct Level {
  /// The value's token while its `init(from:)` runs; ``none`` otherwise.
  var token = Level.none
  /// Its place in an array, -1 in an object, or ``unused`` if no value was at this level yet.
  var index = Level.unused
  /// Its key in an object: the kind and number of one whose name is kept, and otherwise the key itself.
  private var kind: ContainerKind?
  private var number = 0
  private var otherKey: (any CodingKey)?
  private var hasOtherKey = false
  /// The nested containers between the value of the level below and this one.
  var nested: PathNode?
  /// The containers that its `init(from:)` was lent.
  var cells: ContainerCell?

  /// No token.
  static var none: UInt32 { .max }
  static var unused: Int32 { -2 }

  /// Its key in an object.
  var key: (any CodingKey)? { kind?.key(number) ?? otherKey }

  /// Sets the key, whose name the kind keeps.
  @inline(__always)
  mutating func set(_ kind: ContainerKind, _ number: Int) {
    self.kind = kind
    self.number = number
    if hasOtherKey { dropKey() }
  }

  /// Sets any key.
  @inline(never)
  mutating func set(_ key: some CodingKey) {
    kind = nil
    otherKey = key
    hasOtherKey = true
  }

  @inline(never)
  private mutating func dropKey() {
    otherKey = nil
    hasOtherKey = false
  }

  /// Forgets everything of the caller's.
  mutating func end() {
    index = Level.unused
    kind = nil
    if hasOtherKey { dropKey() }
    if nested != nil { nested = nil }
  }
}
