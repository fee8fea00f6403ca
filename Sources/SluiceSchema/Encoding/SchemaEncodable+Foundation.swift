public import Sluice
import SluiceFoundation

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// Encoded as a string with the absolute URL.
extension URL: SchemaEncodable {
  public var json: JSON { JSON(self) }
}

/// Encoded as an ISO 8601 date-time in UTC; as `null` outside the years 0 to 9999, which that
/// format can't express.
extension Date: SchemaEncodable {
  public var json: JSON { (try? JSON(self)) ?? .null }
}

/// Encoded as the exact number; NaN becomes `null`.
extension Decimal: SchemaEncodable {
  public var json: JSON { (try? JSON(self)) ?? .null }
}

extension UUID: SchemaEncodable {
  public var json: JSON { JSON(self) }
}

/// Encoded as a Base64 string.
extension Data: SchemaEncodable {
  public var json: JSON { JSON(base64: self) }
}
