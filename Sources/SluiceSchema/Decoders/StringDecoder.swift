import Foundation
public import Sluice
import SluiceFoundation

/// Decodes a string with a value in it, such as `"12"`: `StringDecoder<Int>()`.
///
/// | `Value` | takes |
/// |---|---|
/// | `Int` | an integer, such as `"12"` or `"+12"` |
/// | `Bool` | `"true"` and `"false"`, or other texts that you choose |
/// | `Double`, `Float` | a number, such as `"1.5"` or `"1e3"`; no hexadecimal digits, infinities or NaN |
/// | `Decimal` | a number of up to 38 digits, exactly |
/// | `URL` | a URL; nothing is percent-encoded |
///
/// Throws ``ParserError`` for other strings, and for values that are not strings.
public final class StringDecoder<Value>: SchemaDecoder, Sendable {
  private let convert: @Sendable (String) -> Value?

  fileprivate init(convert: @escaping @Sendable (String) -> Value?) { self.convert = convert }

  public func decode(_ object: JSONCursor) throws -> Any {
    guard object.position.byte == Byte.quote,
      let value = convert(try object.position.ownedString())
    else {
      throw ParserError.validation(failureReason: "Could not convert String to \(Value.self)")
    }
    return value
  }
}

extension StringDecoder<Int> {
  public convenience init() { self.init { Int($0) } }
}

extension StringDecoder<Bool> {
  /// Creates a decoder that accepts exactly these texts.
  public convenience init(
    true trueTexts: Set<String> = ["true"], false falseTexts: Set<String> = ["false"]
  ) {
    self.init { trueTexts.contains($0) ? true : falseTexts.contains($0) ? false : nil }
  }
}

extension StringDecoder<Double> {
  public convenience init() { self.init { DecimalText.finite($0) } }
}

extension StringDecoder<Float> {
  public convenience init() { self.init { DecimalText.finite($0) } }
}

extension StringDecoder<Decimal> {
  public convenience init() {
    self.init { JSONNumber($0.first == "+" ? String($0.dropFirst()) : $0)?.decimal }
  }
}

extension StringDecoder<URL> {
  public convenience init() {
    self.init { URL(string: $0, encodingInvalidCharacters: false) }
  }
}
