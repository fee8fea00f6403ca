import Sluice

/// A value that is being decoded. A decode keeps one for each level of nesting.
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
  /// The containers that its `init(from:)` was lent.
  var cells: ContainerCell?

  /// No token.
  static var none: UInt32 { .max }
  /// Less than ``none``: no such field.
  static var absent: UInt32 { .max - 1 }
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
  }
}
