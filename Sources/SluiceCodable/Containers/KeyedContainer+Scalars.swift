import Sluice

/// The fields that are numbers, Booleans and strings.
extension KeyedContainer {
  func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool {
    try read(type, key) { (position) throws(JSONError) in try position.codableBool() }
  }

  func decode(_ type: String.Type, forKey key: Key) throws -> String {
    try read(type, key) { (position) throws(JSONError) in try position.codableString(session) }
  }

  func decode(_ type: Double.Type, forKey key: Key) throws -> Double {
    try read(type, key) { (position) throws(JSONError) in try position.codableDouble(session) }
  }

  func decode(_ type: Float.Type, forKey key: Key) throws -> Float {
    try read(type, key) { (position) throws(JSONError) in try position.codableFloat(session) }
  }

  func decode(_ type: Int.Type, forKey key: Key) throws -> Int {
    try read(type, key) { (position) throws(JSONError) in try position.codableInteger() }
  }

  func decode(_ type: Int8.Type, forKey key: Key) throws -> Int8 {
    try read(type, key) { (position) throws(JSONError) in try position.codableInteger() }
  }

  func decode(_ type: Int16.Type, forKey key: Key) throws -> Int16 {
    try read(type, key) { (position) throws(JSONError) in try position.codableInteger() }
  }

  func decode(_ type: Int32.Type, forKey key: Key) throws -> Int32 {
    try read(type, key) { (position) throws(JSONError) in try position.codableInteger() }
  }

  func decode(_ type: Int64.Type, forKey key: Key) throws -> Int64 {
    try read(type, key) { (position) throws(JSONError) in try position.codableInteger() }
  }

  func decode(_ type: Int128.Type, forKey key: Key) throws -> Int128 {
    try read(type, key) { (position) throws(JSONError) in try position.codableInteger() }
  }

  func decode(_ type: UInt.Type, forKey key: Key) throws -> UInt {
    try read(type, key) { (position) throws(JSONError) in try position.codableInteger() }
  }

  func decode(_ type: UInt8.Type, forKey key: Key) throws -> UInt8 {
    try read(type, key) { (position) throws(JSONError) in try position.codableInteger() }
  }

  func decode(_ type: UInt16.Type, forKey key: Key) throws -> UInt16 {
    try read(type, key) { (position) throws(JSONError) in try position.codableInteger() }
  }

  func decode(_ type: UInt32.Type, forKey key: Key) throws -> UInt32 {
    try read(type, key) { (position) throws(JSONError) in try position.codableInteger() }
  }

  func decode(_ type: UInt64.Type, forKey key: Key) throws -> UInt64 {
    try read(type, key) { (position) throws(JSONError) in try position.codableInteger() }
  }

  func decode(_ type: UInt128.Type, forKey key: Key) throws -> UInt128 {
    try read(type, key) { (position) throws(JSONError) in try position.codableInteger() }
  }

  func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? {
    try readIfPresent(type, key) { (position) throws(JSONError) in try position.codableBool() }
  }

  func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? {
    try readIfPresent(type, key) { (position) throws(JSONError) in
      try position.codableString(session)
    }
  }

  func decodeIfPresent(_ type: Double.Type, forKey key: Key) throws -> Double? {
    try readIfPresent(type, key) { (position) throws(JSONError) in
      try position.codableDouble(session)
    }
  }

  func decodeIfPresent(_ type: Float.Type, forKey key: Key) throws -> Float? {
    try readIfPresent(type, key) { (position) throws(JSONError) in
      try position.codableFloat(session)
    }
  }

  func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? {
    try readIfPresent(type, key) { (position) throws(JSONError) in try position.codableInteger() }
  }

  func decodeIfPresent(_ type: Int8.Type, forKey key: Key) throws -> Int8? {
    try readIfPresent(type, key) { (position) throws(JSONError) in try position.codableInteger() }
  }

  func decodeIfPresent(_ type: Int16.Type, forKey key: Key) throws -> Int16? {
    try readIfPresent(type, key) { (position) throws(JSONError) in try position.codableInteger() }
  }

  func decodeIfPresent(_ type: Int32.Type, forKey key: Key) throws -> Int32? {
    try readIfPresent(type, key) { (position) throws(JSONError) in try position.codableInteger() }
  }

  func decodeIfPresent(_ type: Int64.Type, forKey key: Key) throws -> Int64? {
    try readIfPresent(type, key) { (position) throws(JSONError) in try position.codableInteger() }
  }

  func decodeIfPresent(_ type: Int128.Type, forKey key: Key) throws -> Int128? {
    try readIfPresent(type, key) { (position) throws(JSONError) in try position.codableInteger() }
  }

  func decodeIfPresent(_ type: UInt.Type, forKey key: Key) throws -> UInt? {
    try readIfPresent(type, key) { (position) throws(JSONError) in try position.codableInteger() }
  }

  func decodeIfPresent(_ type: UInt8.Type, forKey key: Key) throws -> UInt8? {
    try readIfPresent(type, key) { (position) throws(JSONError) in try position.codableInteger() }
  }

  func decodeIfPresent(_ type: UInt16.Type, forKey key: Key) throws -> UInt16? {
    try readIfPresent(type, key) { (position) throws(JSONError) in try position.codableInteger() }
  }

  func decodeIfPresent(_ type: UInt32.Type, forKey key: Key) throws -> UInt32? {
    try readIfPresent(type, key) { (position) throws(JSONError) in try position.codableInteger() }
  }

  func decodeIfPresent(_ type: UInt64.Type, forKey key: Key) throws -> UInt64? {
    try readIfPresent(type, key) { (position) throws(JSONError) in try position.codableInteger() }
  }

  func decodeIfPresent(_ type: UInt128.Type, forKey key: Key) throws -> UInt128? {
    try readIfPresent(type, key) { (position) throws(JSONError) in try position.codableInteger() }
  }

  @inline(__always)
  private func read<T>(
    _ type: T.Type, _ key: Key, _ body: (JSONPosition) throws(JSONError) -> T
  ) throws -> T {
    let token = try require(key)
    do throws(JSONError) {
      return try body(session.position(token))
    } catch {
      throw fault(error, type, token, key)
    }
  }

  @inline(__always)
  private func readIfPresent<T>(
    _ type: T.Type, _ key: Key, _ body: (JSONPosition) throws(JSONError) -> T
  ) throws -> T? {
    let token = try find(key)
    if token == Level.none { return nil }
    let position = session.position(token)
    if position.isNull { return nil }
    do throws(JSONError) {
      return try body(position)
    } catch {
      throw fault(error, type, token, key)
    }
  }
}
