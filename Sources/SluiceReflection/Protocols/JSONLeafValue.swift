import Sluice

/// A JSON value without anything inside: what a leaf is written as, and made of.
///
/// Owned, and exact: a number keeps whatever digits it has.
public enum JSONLeafValue: Sendable, Hashable {
  case string(String)
  case number(JSONNumber)
  case bool(Bool)
  case null

  /// A string.
  public init(_ value: some StringProtocol) { self = .string(String(value)) }

  /// `true` or `false`.
  public init(_ value: Bool) { self = .bool(value) }

  /// An integer of any width, exact.
  public init(_ value: some BinaryInteger) { self = .number(JSONNumber(value)) }

  /// A number. Nil for NaN and infinity, which JSON has no way to write.
  public init?(_ value: Double) {
    guard let number = try? JSONNumber(value) else { return nil }
    self = .number(number)
  }

  /// A number: the shortest decimal that reads back as this `Float`. Nil for NaN and infinity.
  public init?(_ value: Float) {
    guard let number = try? JSONNumber(value) else { return nil }
    self = .number(number)
  }
}

extension JSONLeafValue: CustomStringConvertible {
  /// The leaf as JSON.
  public var description: String { json.description }

  /// The leaf as an owned value.
  public var json: JSON {
    switch self {
    case .string(let string): .string(string)
    case .number(let number): .number(number)
    case .bool(let bool): .bool(bool)
    case .null: .null
    }
  }
}

extension JSONLeafValue: ExpressibleByStringLiteral {
  public init(stringLiteral value: String) { self = .string(value) }
}

extension JSONLeafValue: ExpressibleByIntegerLiteral {
  public init(integerLiteral value: Int) { self.init(value) }
}

extension JSONLeafValue: ExpressibleByBooleanLiteral {
  public init(booleanLiteral value: Bool) { self = .bool(value) }
}
