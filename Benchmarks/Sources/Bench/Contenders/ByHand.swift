import Sluice

/// Code that a program mapping by hand over cursors writes once.
extension JSONFields {
  /// The field of that name, at any position.
  @inline(__always)
  mutating func required<Value>(
    _ name: StaticString, _ read: (JSONCursor) throws -> Value
  ) throws -> Value {
    guard let cursor = try value(named: name) else { throw Missing.field }
    return try read(cursor)
  }

  /// The field of that name; nil when it is null or missing.
  @inline(__always)
  mutating func optional<Value>(
    _ name: StaticString, _ read: (JSONCursor) throws -> Value
  ) throws -> Value? {
    guard let cursor = try value(named: name), !cursor.isNull else { return nil }
    return try read(cursor)
  }
}

extension JSONCursor {
  @inline(__always)
  func array<Value>(_ read: (JSONCursor) throws -> Value) throws -> [Value] {
    var values: [Value] = []
    var elements = try elements
    while let element = try elements.next() { values.append(try read(element)) }
    return values
  }

  @inline(__always)
  func dictionary<Value>(_ read: (JSONCursor) throws -> Value) throws -> [String: Value] {
    var values: [String: Value] = [:]
    var fields = try fields
    while let field = try fields.next() {
      values[try field.key.string] = try read(field.value)
    }
    return values
  }
}
