public import Sluice

// Values that JSON represents directly.

extension JSON: SchemaEncodable {
  public var json: JSON { self }
}

extension String: SchemaEncodable {
  public var json: JSON { .string(self) }
}

extension Substring: SchemaEncodable {
  public var json: JSON { .string(String(self)) }
}

extension Bool: SchemaEncodable {
  public var json: JSON { .bool(self) }
}

/// Encodes NaN and the infinities, which JSON does not have, as `null`.
extension Double: SchemaEncodable {
  public var json: JSON { (try? JSON(self)) ?? .null }
}

/// Encodes NaN and the infinities, which JSON does not have, as `null`.
extension Float: SchemaEncodable {
  public var json: JSON { (try? JSON(self)) ?? .null }
}

extension FixedWidthInteger where Self: SchemaEncodable {
  public var json: JSON { JSON(self) }
}

extension Int: SchemaEncodable {}
extension Int8: SchemaEncodable {}
extension Int16: SchemaEncodable {}
extension Int32: SchemaEncodable {}
extension Int64: SchemaEncodable {}
extension UInt: SchemaEncodable {}
extension UInt8: SchemaEncodable {}
extension UInt16: SchemaEncodable {}
extension UInt32: SchemaEncodable {}
extension UInt64: SchemaEncodable {}
