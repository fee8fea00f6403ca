public import Sluice
import SluiceFoundation

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// Nothing is percent-encoded.
extension URL: RuleValue {
  public static func value(at cursor: JSONCursor) throws(JSONError) -> URL { try cursor.url }
  public func json() throws(JSONError) -> JSON { JSON(self) }
}

/// 36 characters.
extension UUID: RuleValue {
  public static func value(at cursor: JSONCursor) throws(JSONError) -> UUID { try cursor.uuid }
  public func json() throws(JSONError) -> JSON { JSON(self) }
}

/// Exact up to 38 digits. Rejects longer numbers.
extension Decimal: RuleValue {
  public static func value(at cursor: JSONCursor) throws(JSONError) -> Decimal {
    try cursor.decimal
  }
  public func json() throws(JSONError) -> JSON { try JSON(self) }
}

/// Bytes in padded Base64.
extension Data: RuleValue {
  public static func value(at cursor: JSONCursor) throws(JSONError) -> Data { try cursor.data }
  public func json() throws(JSONError) -> JSON { JSON(base64: self) }
}
