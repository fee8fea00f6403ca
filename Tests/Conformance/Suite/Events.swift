import ConformanceReference
import Sluice

/// A document as a stream of events, in the form that `reference.h` describes.
public struct Events: Equatable, Sendable {
  public var bytes: [UInt8] = []
  /// The integers beyond 64 bits, which simdjson's DOM refuses: each an `i` of zero in `bytes`.
  public var bigIntegers: [Range<Int>] = []

  public init() {}

  mutating func put(_ kind: Unicode.Scalar) { bytes.append(UInt8(ascii: kind)) }

  mutating func put<T: FixedWidthInteger>(_ kind: Unicode.Scalar, _ number: T) {
    put(kind)
    unsafe withUnsafeBytes(of: number.littleEndian) { unsafe bytes.append(contentsOf: $0) }
  }

  mutating func put(_ kind: Unicode.Scalar, _ text: borrowing JSONString) throws {
    try unsafe text.withUTF8 { utf8 in
      put(kind, UInt32(utf8.count))
      unsafe bytes.append(contentsOf: utf8)
    }
  }
}

/// Sluice's verdict on a document.
public enum Verdict: Sendable {
  case accepted(Events)
  case refused(JSONError)

  public var isAccepted: Bool {
    if case .accepted = self { true } else { false }
  }
}

extension Events {
  /// Walks the whole document through cursors, recursively: only for documents known to be shallow.
  public mutating func walk(_ value: JSONCursor) throws {
    switch try value.kind {
    case .object:
      put("{")
      var fields = try value.fields
      while let field = try fields.next() {
        try put("k", field.key)
        try walk(field.value)
      }
      put("}")
    case .array:
      put("[")
      var elements = try value.elements
      while let element = try elements.next() { try walk(element) }
      put("]")
    case .string: try put("s", value.text)
    case .number: try walkNumber(value)
    case .bool: put(try value.bool ? "t" : "f")
    case .null: put("n")
    }
  }

  private mutating func walkNumber(_ value: JSONCursor) throws {
    let text = unsafe value.position.numberText
    guard unsafe text.allSatisfy({ (0x30...0x39).contains($0) || $0 == UInt8(ascii: "-") }) else {
      put("d", try value.double.bitPattern)
      return
    }
    // Like simdjson's DOM: Int64 if that holds the integer, otherwise UInt64.
    if let integer = try integerIfFits(value, as: Int64.self) {
      put("i", integer)
    } else if let integer = try integerIfFits(value, as: UInt64.self) {
      put("u", integer)
    } else {
      bigIntegers.append(value.offset..<value.offset + text.count)
      put("i", Int64(0))
    }
  }

  /// Returns nil if the integer is out of range; throws any other error.
  private func integerIfFits<T: FixedWidthInteger>(
    _ value: JSONCursor, as type: T.Type
  ) throws -> T? {
    do {
      return try value.integer(as: type)
    } catch {
      if error.code == .numberOutOfRange { return nil }
      throw error
    }
  }
}

extension JSONReader {
  /// Opens `bytes` under the reader's options and walks all of it.
  public mutating func verdict(of bytes: [UInt8]) -> Verdict {
    do {
      return .accepted(
        try withDocument(bytes) { root in
          var events = Events()
          try events.walk(root)
          return events
        })
    } catch let error as JSONError {
      return .refused(error)
    } catch {
      preconditionFailure("the library throws only JSONError, found \(error)")
    }
  }
}
