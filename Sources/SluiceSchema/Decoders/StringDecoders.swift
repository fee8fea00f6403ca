import Foundation
public import Sluice
import SluiceFoundation

/// Decodes a string with an integer, such as `"12"` or `"+12"`: `Int`.
public final class StringToIntDecoder: SchemaDecoder, Sendable {
  public init() {}

  public func decode(_ object: JSONCursor) throws -> Any {
    try TextDecoder.value(of: object, failure: "Could not convert String to Int") { Int($0) }
  }
}

/// Decodes a string with `true` or `false`, or other texts that you choose: `Bool`.
public final class StringToBoolDecoder: SchemaDecoder, Sendable {
  private let trueTexts: Set<String>
  private let falseTexts: Set<String>

  /// Creates a decoder that accepts exactly these texts.
  public init(true trueTexts: Set<String> = ["true"], false falseTexts: Set<String> = ["false"]) {
    self.trueTexts = trueTexts
    self.falseTexts = falseTexts
  }

  public func decode(_ object: JSONCursor) throws -> Any {
    try TextDecoder.value(of: object, failure: "Could not convert String to Bool") { text in
      trueTexts.contains(text) ? true : falseTexts.contains(text) ? false : nil
    }
  }
}

/// Decodes a string with a number, such as `"1.5"` or `"1e3"`: `Double`. Rejects hexadecimal
/// digits, infinities and NaN.
public final class StringToDoubleDecoder: SchemaDecoder, Sendable {
  public init() {}

  public func decode(_ object: JSONCursor) throws -> Any {
    try TextDecoder.value(of: object, failure: "Could not convert String to Double") { text in
      guard DecimalText.isNumber(text), let value = Double(text), value.isFinite else { return nil }
      return value
    }
  }
}

/// Decodes a string with a number: `Float`. See ``StringToDoubleDecoder``.
public final class StringToFloatDecoder: SchemaDecoder, Sendable {
  public init() {}

  public func decode(_ object: JSONCursor) throws -> Any {
    try TextDecoder.value(of: object, failure: "Could not convert String to Float") { text in
      guard DecimalText.isNumber(text), let value = Float(text), value.isFinite else { return nil }
      return value
    }
  }
}

/// Decodes a string with a number of up to 38 digits: `Decimal`, exact.
public final class StringToDecimalDecoder: SchemaDecoder, Sendable {
  public init() {}

  public func decode(_ object: JSONCursor) throws -> Any {
    try TextDecoder.value(of: object, failure: "Could not convert String to Decimal") { text in
      JSONNumber(text.first == "+" ? String(text.dropFirst()) : text)?.decimal
    }
  }
}

/// Decodes a string with a URL: `URL`. Percent-encodes nothing.
public final class StringToURLDecoder: SchemaDecoder, Sendable {
  public init() {}

  public func decode(_ object: JSONCursor) throws -> Any {
    try TextDecoder.value(of: object, failure: "Could not convert String to URL") { text in
      URL(string: text, encodingInvalidCharacters: false)
    }
  }
}

/// Parses decimal numbers only: Swift's initialisers also accept `0x1p3`, `inf` and `nan`.
enum DecimalText {
  static func isNumber(_ text: String) -> Bool {
    text.utf8.contains { (0x30...0x39).contains($0) }
      && text.utf8.allSatisfy {
        switch $0 {
        case 0x30...0x39, UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."),
          UInt8(ascii: "e"), UInt8(ascii: "E"):
          true
        default: false
        }
      }
  }
}
