import Sluice

/// The fields that are numbers, Booleans and strings, read exactly.
extension KeyedContainer {
  @inline(__always)
  func bool(_ key: Key) throws -> Bool {
    try read(Bool.self, key) { (position) throws(JSONError) in try position.codableBool() }
  }

  @inline(__always)
  func string(_ key: Key) throws -> String {
    try read(String.self, key) { (position) throws(JSONError) in
      try position.codableString(cell.session)
    }
  }

  @inline(__always)
  func double(_ key: Key) throws -> Double {
    try read(Double.self, key) { (position) throws(JSONError) in
      try position.codableDouble(cell.session)
    }
  }

  @inline(__always)
  func float(_ key: Key) throws -> Float {
    try read(Float.self, key) { (position) throws(JSONError) in
      try position.codableFloat(cell.session)
    }
  }

  @inline(__always)
  func integer<T: FixedWidthInteger & Decodable>(_ type: T.Type, _ key: Key) throws -> T {
    try read(type, key) { (position) throws(JSONError) in try position.codableInteger() }
  }

  @inline(__always)
  func boolIfPresent(_ key: Key) throws -> Bool? {
    try readIfPresent(Bool.self, key) { (position) throws(JSONError) in try position.codableBool() }
  }

  @inline(__always)
  func stringIfPresent(_ key: Key) throws -> String? {
    try readIfPresent(String.self, key) { (position) throws(JSONError) in
      try position.codableString(cell.session)
    }
  }

  @inline(__always)
  func doubleIfPresent(_ key: Key) throws -> Double? {
    try readIfPresent(Double.self, key) { (position) throws(JSONError) in
      try position.codableDouble(cell.session)
    }
  }

  @inline(__always)
  func floatIfPresent(_ key: Key) throws -> Float? {
    try readIfPresent(Float.self, key) { (position) throws(JSONError) in
      try position.codableFloat(cell.session)
    }
  }

  @inline(__always)
  func integerIfPresent<T: FixedWidthInteger & Decodable>(
    _ type: T.Type, _ key: Key
  ) throws -> T? {
    try readIfPresent(type, key) { (position) throws(JSONError) in try position.codableInteger() }
  }

  @inline(__always)
  private func read<T>(
    _ type: T.Type, _ key: Key, _ body: (JSONPosition) throws(JSONError) -> T
  ) throws -> T {
    guard let found = try find(key) else { throw missing(key) }
    do throws(JSONError) {
      return try body(found)
    } catch {
      throw fault(error, type, found.token, key)
    }
  }

  @inline(__always)
  private func readIfPresent<T>(
    _ type: T.Type, _ key: Key, _ body: (JSONPosition) throws(JSONError) -> T
  ) throws -> T? {
    guard let found = try find(key), !found.isNull else { return nil }
    do throws(JSONError) {
      return try body(found)
    } catch {
      throw fault(error, type, found.token, key)
    }
  }
}
