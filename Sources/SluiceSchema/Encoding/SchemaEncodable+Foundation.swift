public import Sluice
import SluiceFoundation

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// The absolute URL as a string.
extension URL: SchemaEncodable {
  public var json: JSON { JSON(self) }
}

/// An ISO 8601 date-time in UTC; `null` outside the years 0 to 9999, which that format does not
/// have.
extension Date: SchemaEncodable {
  public var json: JSON { (try? JSON(self)) ?? .null }
}

/// The number, exact; NaN becomes `null`.
extension Decimal: SchemaEncodable {
  public var json: JSON { (try? JSON(self)) ?? .null }
}

extension UUID: SchemaEncodable {
  public var json: JSON { JSON(self) }
}

/// A Base64 string.
extension Data: SchemaEncodable {
  public var json: JSON { JSON(base64: self) }
}
