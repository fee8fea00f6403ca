import Sluice

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Values that JSON stores as strings. Each throws `type-mismatch` for any other kind of value, and
/// `invalid-value` for a string that does not fit.
extension JSONCursor {
  /// The string as a URL, without any percent-encoding. Accepts relative URLs, but not the empty
  /// string.
  public var url: URL {
    get throws(JSONError) {
      try read("a URL") { URL(string: $0, encodingInvalidCharacters: false) }
    }
  }

  /// The string as a UUID (RFC 9562 section 4): 36 characters such as
  /// `E621E1F8-C36C-495A-93FC-0C247A3E6E5F`, in either case. Rejects what else Foundation accepts.
  public var uuid: UUID {
    get throws(JSONError) {
      try unsafe readBytes("a UUID of 36 characters") { unsafe UUID(text: $0) }
    }
  }

  /// The bytes of a Base64 string (RFC 4648 section 4): with its padding, without white space, the
  /// spare bits of its last letter zero.
  public var data: Data {
    get throws(JSONError) {
      try unsafe readBytes("Base64 with its padding") { unsafe Data(base64Text: $0) }
    }
  }

  private func readBytes<T>(
    _ name: String, _ make: (UnsafeBufferPointer<UInt8>) -> T?
  ) throws(JSONError) -> T {
    guard let value = try unsafe readText(make) else {
      throw JSONError(.invalidValue, at: position.offset, name: name)
    }
    return value
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
    guard let result = unsafe RawString(position).withUTF8(body) else {
      throw JSONError(.invalidEscape, at: position.offset)
    }
    return result
  }
}

/// The same for owned values; nil if the value does not fit.
extension JSON {
  public var url: URL? { string.flatMap { URL(string: $0, encodingInvalidCharacters: false) } }
  public var uuid: UUID? { unsafe text { unsafe UUID(text: $0) } }
  public var data: Data? { unsafe text { unsafe Data(base64Text: $0) } }

  private func text<T>(_ make: (UnsafeBufferPointer<UInt8>) -> T?) -> T? {
    guard var string else { return nil }
    return string.withUTF8(make)
  }

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

extension UUID {
  fileprivate init?(text: UnsafeBufferPointer<UInt8>) {
    guard let (high, low) = unsafe UUIDText.bits(text) else { return nil }
    func byte(_ half: UInt64, _ place: UInt64) -> UInt8 {
      UInt8(truncatingIfNeeded: half >> (56 - 8 * place))
    }
    self.init(
      uuid: (
        byte(high, 0), byte(high, 1), byte(high, 2), byte(high, 3), byte(high, 4), byte(high, 5),
        byte(high, 6), byte(high, 7), byte(low, 0), byte(low, 1), byte(low, 2), byte(low, 3),
        byte(low, 4), byte(low, 5), byte(low, 6), byte(low, 7)
      ))
  }
}

extension Data {
  fileprivate init?(base64Text text: UnsafeBufferPointer<UInt8>) {
    guard let bytes = unsafe Base64.decode(text, needsPadding: true) else { return nil }
    self.init(bytes)
  }
}
