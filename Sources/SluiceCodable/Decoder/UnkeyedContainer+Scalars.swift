import Sluice
import SluiceDecoding

/// The elements that are numbers, Booleans and strings, read exactly.
extension UnkeyedContainer {
  @inline(__always)
  mutating func bool() throws -> Bool {
    try read(Bool.self) { (position) throws(JSONError) in try position.codableBool() }
  }

  @inline(__always)
  mutating func string() throws -> String {
    let session = session
    return try read(String.self) { (position) throws(JSONError) in
      try position.codableString(session)
    }
  }

  @inline(__always)
  mutating func double() throws -> Double {
    let session = session
    return try read(Double.self) { (position) throws(JSONError) in
      try position.codableDouble(session)
    }
  }

  @inline(__always)
  mutating func float() throws -> Float {
    let session = session
    return try read(Float.self) { (position) throws(JSONError) in
      try position.codableFloat(session)
    }
  }

  @inline(__always)
  mutating func integer<T: FixedWidthInteger & Decodable>(_ type: T.Type) throws -> T {
    try read(type) { (position) throws(JSONError) in try position.codableInteger() }
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
