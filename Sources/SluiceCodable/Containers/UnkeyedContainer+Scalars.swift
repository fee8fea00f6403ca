import Sluice

/// The elements that are numbers, Booleans and strings.
extension UnkeyedContainer {
  mutating func decode(_ type: Bool.Type) throws -> Bool {
    try read(type) { (position) throws(JSONError) in try position.codableBool() }
  }

  mutating func decode(_ type: String.Type) throws -> String {
    let session = session
    return try read(type) { (position) throws(JSONError) in try position.codableString(session) }
  }

  mutating func decode(_ type: Double.Type) throws -> Double {
    let session = session
    return try read(type) { (position) throws(JSONError) in try position.codableDouble(session) }
  }

  mutating func decode(_ type: Float.Type) throws -> Float {
    let session = session
    return try read(type) { (position) throws(JSONError) in try position.codableFloat(session) }
  }

  mutating func decode(_ type: Int.Type) throws -> Int {
    try read(type) { (position) throws(JSONError) in try position.codableInteger() }
  }

  mutating func decode(_ type: Int8.Type) throws -> Int8 {
    try read(type) { (position) throws(JSONError) in try position.codableInteger() }
  }

  mutating func decode(_ type: Int16.Type) throws -> Int16 {
    try read(type) { (position) throws(JSONError) in try position.codableInteger() }
  }

  mutating func decode(_ type: Int32.Type) throws -> Int32 {
    try read(type) { (position) throws(JSONError) in try position.codableInteger() }
  }

  mutating func decode(_ type: Int64.Type) throws -> Int64 {
    try read(type) { (position) throws(JSONError) in try position.codableInteger() }
  }

  mutating func decode(_ type: Int128.Type) throws -> Int128 {
    try read(type) { (position) throws(JSONError) in try position.codableInteger() }
  }

  mutating func decode(_ type: UInt.Type) throws -> UInt {
    try read(type) { (position) throws(JSONError) in try position.codableInteger() }
  }

  mutating func decode(_ type: UInt8.Type) throws -> UInt8 {
    try read(type) { (position) throws(JSONError) in try position.codableInteger() }
  }

  mutating func decode(_ type: UInt16.Type) throws -> UInt16 {
    try read(type) { (position) throws(JSONError) in try position.codableInteger() }
  }

  mutating func decode(_ type: UInt32.Type) throws -> UInt32 {
    try read(type) { (position) throws(JSONError) in try position.codableInteger() }
  }

  mutating func decode(_ type: UInt64.Type) throws -> UInt64 {
    try read(type) { (position) throws(JSONError) in try position.codableInteger() }
  }

  mutating func decode(_ type: UInt128.Type) throws -> UInt128 {
    try read(type) { (position) throws(JSONError) in try position.codableInteger() }
  }

  mutating func decodeIfPresent(_ type: Bool.Type) throws -> Bool? {
    if try isNullOrMissing() { return nil }
    return try decode(type)
  }

  mutating func decodeIfPresent(_ type: String.Type) throws -> String? {
    if try isNullOrMissing() { return nil }
    return try decode(type)
  }

  mutating func decodeIfPresent(_ type: Double.Type) throws -> Double? {
    if try isNullOrMissing() { return nil }
    return try decode(type)
  }

  mutating func decodeIfPresent(_ type: Float.Type) throws -> Float? {
    if try isNullOrMissing() { return nil }
    return try decode(type)
  }

  mutating func decodeIfPresent(_ type: Int.Type) throws -> Int? {
    if try isNullOrMissing() { return nil }
    return try decode(type)
  }

  mutating func decodeIfPresent(_ type: Int8.Type) throws -> Int8? {
    if try isNullOrMissing() { return nil }
    return try decode(type)
  }

  mutating func decodeIfPresent(_ type: Int16.Type) throws -> Int16? {
    if try isNullOrMissing() { return nil }
    return try decode(type)
  }

  mutating func decodeIfPresent(_ type: Int32.Type) throws -> Int32? {
    if try isNullOrMissing() { return nil }
    return try decode(type)
  }

  mutating func decodeIfPresent(_ type: Int64.Type) throws -> Int64? {
    if try isNullOrMissing() { return nil }
    return try decode(type)
  }

  mutating func decodeIfPresent(_ type: Int128.Type) throws -> Int128? {
    if try isNullOrMissing() { return nil }
    return try decode(type)
  }

  mutating func decodeIfPresent(_ type: UInt.Type) throws -> UInt? {
    if try isNullOrMissing() { return nil }
    return try decode(type)
  }

  mutating func decodeIfPresent(_ type: UInt8.Type) throws -> UInt8? {
    if try isNullOrMissing() { return nil }
    return try decode(type)
  }

  mutating func decodeIfPresent(_ type: UInt16.Type) throws -> UInt16? {
    if try isNullOrMissing() { return nil }
    return try decode(type)
  }

  mutating func decodeIfPresent(_ type: UInt32.Type) throws -> UInt32? {
    if try isNullOrMissing() { return nil }
    return try decode(type)
  }

  mutating func decodeIfPresent(_ type: UInt64.Type) throws -> UInt64? {
    if try isNullOrMissing() { return nil }
    return try decode(type)
  }

  mutating func decodeIfPresent(_ type: UInt128.Type) throws -> UInt128? {
    if try isNullOrMissing() { return nil }
    return try decode(type)
  }

  @inline(__always)
  private mutating func read<T>(
    _ type: T.Type, _ body: (JSONPosition) throws(JSONError) -> T
  ) throws -> T {
    let token = try current(type)
    let value: T
    do throws(JSONError) {
      value = try body(session.position(token))
    } catch {
      throw session.fault(
        error, type, token, in: decoder, DocumentKey(index: currentIndex))
    }
    try advance()
    return value
  }
}
