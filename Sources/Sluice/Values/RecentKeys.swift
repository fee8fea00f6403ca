import CSimdJSON

/// Long keys that were read before. The same few occur again and again, and sharing a string costs less than making
/// one.
struct RecentKeys {
  /// Indexed by a few of the key's bytes; another key with the same bytes replaces the entry.
  private var keys: [String] = []
  private static let size = 64

  /// The key, if it is longer than a string can hold without an allocation. Nil if it is shorter or has escapes.
  mutating func string(_ raw: RawString) -> String? {
    guard raw.count > 15, !raw.hasEscapes else { return nil }
    if keys.isEmpty { keys = Array(repeating: "", count: RecentKeys.size) }
    let slot = RecentKeys.sum(raw) & (RecentKeys.size - 1)
    if raw.equalsPlain(keys[slot]) { return keys[slot] }
    guard let made = raw.string else { return nil }
    keys[slot] = made
    return made
  }

  /// A number that differs for most keys. The key is not empty.
  static func sum(_ raw: RawString) -> Int {
    let bytes = unsafe raw.base
    let sum = unsafe bytes[0] &+ bytes[raw.count / 2] &* 3 &+ bytes[raw.count &- 1] &* 5
    return Int(sum) ^ raw.count
  }
}

extension RawString {
  /// Whether the bytes, which have no escapes, are those of a string.
  @inline(__always)
  func equalsPlain(_ string: String) -> Bool {
    unsafe string.utf8.withContiguousStorageIfAvailable { text in
      guard text.count == count, let start = text.baseAddress else { return false }
      return unsafe csj_equal(start, base, count)
    } ?? false
  }
}
