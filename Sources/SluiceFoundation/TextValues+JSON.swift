import Sluice

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Values that stand in JSON as strings. Each throws `type-mismatch` for what is no string, and
/// `invalid-value` for a string that is not what was asked for.
extension JSONCursor {
  /// The string as a URL: as it is, nothing is percent-encoded on the way. Relative ones count, the
  /// empty string does not.
  public var url: URL {
    get throws(JSONError) {
      try read("a URL") { URL(string: $0, encodingInvalidCharacters: false) }
    }
  }

  /// The string as a UUID: 36 characters such as `E621E1F8-C36C-495A-93FC-0C247A3E6E5F`, in either
  /// case.
  public var uuid: UUID {
    get throws(JSONError) { try read("a UUID of 36 characters") { UUID(uuidString: $0) } }
  }

  /// The bytes of a Base64 string (RFC 4648 section 4, with its padding).
  public var data: Data {
    get throws(JSONError) {
      try read("Base64 with its padding") { Data(base64Encoded: $0) }
    }
  }

  private func read<T>(_ name: String, _ make: (String) -> T?) throws(JSONError) -> T {
    guard let value = make(try string) else {
      throw JSONError(.invalidValue, at: position.offset, name: name)
    }
    return value
  }

  /// Lends the unescaped text of a string.
  func readText<R>(_ body: (UnsafeBufferPointer<UInt8>) -> R) throws(JSONError) -> R {
    guard position.byte == Byte.quote else { throw position.mismatch(.string) }
    guard let result = RawString(position).withUTF8(body) else {
      throw JSONError(.invalidEscape, at: position.offset)
    }
    return result
  }
}

/// The same for owned values; nil when the value is not one.
extension JSON {
  public var url: URL? { string.flatMap { URL(string: $0, encodingInvalidCharacters: false) } }
  public var uuid: UUID? { string.flatMap { UUID(uuidString: $0) } }
  public var data: Data? { string.flatMap { Data(base64Encoded: $0) } }

  /// The absolute URL as a string.
  public init(_ url: URL) { self = .string(url.absoluteString) }
  /// The UUID as a string.
  public init(_ uuid: UUID) { self = .string(uuid.uuidString) }
  /// The bytes as a Base64 string.
  public init(base64 data: Data) { self = .string(data.base64EncodedString()) }
}

extension JSONWriter {
  /// Writes the absolute URL as a string.
  public mutating func value(_ url: URL) throws(JSONError) { try value(url.absoluteString) }
  /// Writes the UUID as a string.
  public mutating func value(_ uuid: UUID) throws(JSONError) { try value(uuid.uuidString) }
  /// Writes the bytes as a Base64 string.
  public mutating func value(base64 data: Data) throws(JSONError) {
    try value(data.base64EncodedString())
  }
}
