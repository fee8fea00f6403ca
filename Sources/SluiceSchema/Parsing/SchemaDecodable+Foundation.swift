public import Sluice
import SluiceFoundation

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A string that is a URL as it stands.
extension URL: SchemaDecodable {
  public init(json: JSONCursor) throws {
    self = try json.position.decoded(as: Self.self) { (value) throws(JSONError) in
      try JSONCursor(unchecked: value).url
    }
  }
}

/// A string with an ISO 8601 date-time.
extension Date: SchemaDecodable {
  public init(json: JSONCursor) throws {
    self = try json.position.decoded(as: Self.self) { (value) throws(JSONError) in
      try JSONCursor(unchecked: value).date
    }
  }
}

/// A number of up to 38 digits.
extension Decimal: SchemaDecodable {
  public init(json: JSONCursor) throws {
    self = try json.position.decoded(as: Self.self) { (value) throws(JSONError) in
      try JSONCursor(unchecked: value).decimal
    }
  }
}

extension UUID: SchemaDecodable {
  public init(json: JSONCursor) throws {
    self = try json.position.decoded(as: Self.self) { (value) throws(JSONError) in
      try JSONCursor(unchecked: value).uuid
    }
  }
}

/// A Base64 string.
extension Data: SchemaDecodable {
  public init(json: JSONCursor) throws {
    self = try json.position.decoded(as: Self.self) { (value) throws(JSONError) in
      try JSONCursor(unchecked: value).data
    }
  }
}
