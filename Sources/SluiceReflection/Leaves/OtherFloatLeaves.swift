import Sluice

/// Floating-point types that use the shortest decimal text that reads back as the same number. They
/// convert from the same values as `Double`.
protocol OtherFloatLeaf: BinaryFloatingPoint, LosslessStringConvertible, ReadableLeaf, WritableLeaf
{
}

extension JSONLeafRepresentable where Self: BinaryFloatingPoint & LosslessStringConvertible {
  /// The number; nil for NaN and infinity.
  public var jsonLeafValue: JSONLeafValue? { JSONNumber(shortest: self).map { .number($0) } }
}

extension JSONNumber {
  /// Creates a number from the description of a floating-point value, without the `.0` of a whole
  /// one. Nil for NaN and infinity.
  fileprivate init?(shortest value: some BinaryFloatingPoint & LosslessStringConvertible) {
    let text = value.description
    self.init(text.hasSuffix(".0") && text != "-0.0" ? String(text.dropLast(2)) : text)
  }
}

extension JSONLeafCreatable where Self: BinaryFloatingPoint & LosslessStringConvertible {
  public init?(jsonValue: JSONLeafValue) {
    switch jsonValue {
    case .number(let number):
      guard let value = DecimalText.finite(number.description, as: Self.self) else { return nil }
      self = value
    case .string(let text):
      guard let value = DecimalText.finite(text, as: Self.self) else { return nil }
      self = value
    case .bool(let bool): self = bool ? 1 : 0
    case .null: return nil
    }
  }
}

extension OtherFloatLeaf {
  var isWritable: Bool { isFinite }

  static func leaf(at position: JSONPosition) throws(JSONError) -> Self? {
    try position.leafValue().flatMap(Self.init(jsonValue:))
  }

  func write(to writer: inout JSONWriter) throws(JSONError) {
    guard let number = JSONNumber(shortest: self) else {
      throw JSONError(.notFinite, at: 0, name: description)
    }
    try writer.value(number)
  }
}

#if !(arch(x86_64) && (os(macOS) || targetEnvironment(macCatalyst)))
  extension Float16: OtherFloatLeaf, JSONLeafEnum {}
#endif
#if arch(x86_64) && !os(Windows) && !os(Android)
  extension Float80: OtherFloatLeaf, JSONLeafEnum {}
#endif
