public import Sluice
import SluiceFoundation

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// Read from a string that is a valid URL.
extension URL: SchemaDecodable {
  public init(json: JSONCursor) throws {
    self = try json.position.decoded(as: Self.self) { (value) throws(JSONError) in
      try JSONCursor(unchecked: value).url
    }
  }
}

/// Read from a string with an ISO 8601 date-time.
extension Date: SchemaDecodable {
  public init(json: JSONCursor) throws {
    self = try json.position.decoded(as: Self.self) { (value) throws(JSONError) in
      try JSONCursor(unchecked: value).date
    }
  }
}

/// Read from a number of up to 38 digits.
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

/// Read from a Base64 string.
extension Data: SchemaDecodable {
  public init(json: JSONCursor) throws {
    self = try json.position.decoded(as: Self.self) { (value) throws(JSONError) in
      try JSONCursor(unchecked: value).data
    }
  }
}
