import CSimdJSON

/// Children of containers by position and by name, for values of ``JSON`` that stay in their document. All of it was
/// checked in full.
extension DocumentStorage {
  /// How many children each look walks over. Where those after them are is noted once.
  static var few: Int { 64 }

  @inline(__always)
  func position(_ token: UInt32) -> JSONPosition {
    unsafe JSONPosition(index: header, token: token, generation: 1)
  }

  /// The bracket that closes the container.
  @inline(__always)
  func close(of token: UInt32) -> UInt32 {
    defer { withExtendedLifetime(self) {} }
    return position(token).skip(token) &- 1
  }

  /// The token after the value.
  @inline(__always)
  func after(_ value: UInt32) -> UInt32 {
    defer { withExtendedLifetime(self) {} }
    let position = position(value)
    return Byte.opens(position.byte) ? position.skip(value) : value &+ 1
  }

  func level(of token: UInt32) -> KeptLevel {
    defer { withExtendedLifetime(self) {} }
    return levels.level(of: token) {
      let container = position(token)
      return container.byte == Byte.openBrace
        ? KeptLevel(object: container) : KeptLevel(array: container)
    }
  }

  func elementCount(of array: UInt32) -> Int {
    let end = close(of: array)
    var element = array &+ 1
    var count = 0
    while element < end {
      guard count < DocumentStorage.few else { return level(of: array).count }
      count += 1
      element = after(element) &+ 1
    }
    return count
  }

  /// The element at a position, or nil.
  func element(_ index: Int, of array: UInt32) -> UInt32? {
    guard index >= 0 else { return nil }
    guard index < DocumentStorage.few else { return level(of: array).value(index) }
    let end = close(of: array)
    var element = array &+ 1
    for _ in 0..<index {
      guard element < end else { return nil }
      element = after(element) &+ 1
    }
    return element < end ? element : nil
  }

  /// Whether no key occurs twice. False also for keys with escapes, and for some objects with hundreds of keys.
  func hasDistinctKeys(_ object: UInt32) -> Bool { hasDistinctKeys(object, sharedKeys) }

  @inline(__always)
  func hasDistinctKeys(_ object: UInt32, _ keys: SharedKeys.Table?) -> Bool {
    defer { withExtendedLifetime(self) {} }
    if let keys, let areDistinct = keys.areDistinct(in: position(object)) { return areDistinct }
    return hasDistinctHashes(object)
  }

  /// The same by hashes of the keys.
  @inline(never)
  private func hasDistinctHashes(_ object: UInt32) -> Bool {
    defer { withExtendedLifetime(self) {} }
    let index = unsafe header.pointee
    var budget = Int64.max
    return unsafe withUnsafeMutablePointer(to: &budget) { budget in
      var record = unsafe csj_record(
        bytes: index.bytes, tokens: index.tokens, kinds: nil, end: index.end, first: index.first,
        links: UnsafePointer(header.context.pointee.links), budget: budget)
      return unsafe !csj_may_repeat_names(&record, object)
    }
  }

  func fieldCount(of object: UInt32) -> Int {
    let end = close(of: object)
    var value = object &+ 3
    var count = 0
    while value < end {
      guard count < DocumentStorage.few else { return level(of: object).count }
      count += 1
      value = after(value) &+ 3
    }
    return hasDistinctKeys(object) ? count : level(of: object).count
  }

  /// The value of a key, or nil.
  func value(ofKey key: String, in object: UInt32) -> UInt32? {
    let policy = unsafe header.context.pointee.duplicateKeys
    // A document that refuses keys twice has none.
    guard policy != .lastWins || hasDistinctKeys(object) else { return noted(key, in: object) }
    switch seek(key, in: object) {
    case .found(_, let value): return value
    case .missing: return nil
    case .far: return noted(key, in: object)
    }
  }

  /// The position of a key among those that differ, or nil.
  func position(ofKey key: String, in object: UInt32) -> Int? {
    // To compare all keys of a large object costs more than to note them, once.
    let mayBeLarge = close(of: object) &- object > 4 * UInt32(DocumentStorage.few)
    guard !mayBeLarge, hasDistinctKeys(object) else { return level(of: object).place(ofKey: key) }
    switch seek(key, in: object) {
    case .found(let place, _): return place
    case .missing: return nil
    case .far: return level(of: object).place(ofKey: key)
    }
  }

  private func noted(_ key: String, in object: UInt32) -> UInt32? {
    let level = level(of: object)
    return level.place(ofKey: key).flatMap { level.value($0) }
  }

  private enum Sought {
    case found(place: Int, value: UInt32)
    case missing
    /// Not among the first.
    case far
  }

  /// Looks among the first fields.
  private func seek(_ key: String, in object: UInt32) -> Sought {
    let end = close(of: object)
    var key = key
    return key.withUTF8 { name in
      defer { withExtendedLifetime(self) {} }
      let here = position(object)
      var value = object &+ 3
      var place = 0
      while value < end {
        guard place < DocumentStorage.few else { return .far }
        if let start = name.baseAddress {
          if unsafe here.key(value &- 2, equals: start, count: name.count) {
            return .found(place: place, value: value)
          }
        } else if RawString(here.at(value &- 2)).count == 0 {
          return .found(place: place, value: value)
        }
        place += 1
        value = after(value) &+ 3
      }
      return .missing
    }
  }
}
