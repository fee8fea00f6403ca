/// The fields of an object that count, each key once, in the order in which the keys first occur: what the object is as
/// a JSON value.
package struct DistinctFields {
  private(set) var keys: [RawString] = []
  private(set) var values: [UInt32] = []
  /// Whether a key occurs twice.
  private(set) var isAmbiguous = false
  /// Where each key is, once there are many.
  private var places: [ByteName: Int] = [:]

  private static let few = 16

  /// Follows the document's duplicate-key policy. Throws the faults that the walk over the object finds, `invalid-escape`
  /// for a key, and `duplicate-key`.
  package init(of object: JSONPosition) throws(JSONError) {
    let policy = unsafe object.context.pointee.duplicateKeys
    var value = object.token
    while let next = try object.nextField(after: value) {
      value = next
      try object.at(next).refuseMissingValue()
      let position = object.at(next &- 2)
      let key = RawString(position)
      try key.checkEscapes(at: position.offset)
      guard let place = place(of: key) else {
        append(key, next)
        continue
      }
      isAmbiguous = true
      switch policy {
      case .firstWins: break
      case .lastWins: values[place] = next
      case .reject: throw object.at(next).duplicateKey()
      }
    }
  }

  package var count: Int { keys.count }

  /// The value of a key that is probably at `near`.
  func value(of key: RawString, near: Int) -> UInt32? {
    if near < keys.count, keys[near].hasSameText(as: key) { return values[near] }
    return place(of: key).map { values[$0] }
  }

  /// The position of a key, or nil.
  func place(of key: String) -> Int? {
    if !places.isEmpty { return places[ByteName(key)] }
    return keys.firstIndex { $0.equals(key) }
  }

  private func place(of key: RawString) -> Int? {
    guard places.isEmpty else { return key.string.flatMap { places[ByteName($0)] } }
    return keys.firstIndex { $0.hasSameText(as: key) }
  }

  private mutating func append(_ key: RawString, _ value: UInt32) {
    keys.append(key)
    values.append(value)
    if keys.count <= DistinctFields.few { return }
    if places.isEmpty {
      for (place, key) in keys.enumerated() { enter(key, place) }
    } else {
      enter(key, keys.count - 1)
    }
  }

  private mutating func enter(_ key: RawString, _ place: Int) {
    if let name = key.string { places[ByteName(name)] = place }
  }
}

extension RawString {
  /// Whether both have the same characters, however these are escaped. An invalid escape equals nothing.
  func hasSameText(as other: RawString) -> Bool {
    unsafe other.withUTF8 { unsafe equals($0) } ?? false
  }
}
