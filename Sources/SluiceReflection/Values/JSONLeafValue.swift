import Sluice

/// A JSON value without children: the form in which leaves are written and read.
///
/// Owned and exact: a number keeps all its digits.
public enum JSONLeafValue: Sendable, Hashable {
  case string(String)
  case number(JSONNumber)
  case bool(Bool)
  case null

  /// Creates a string.
  public init(_ value: some StringProtocol) { self = .string(String(value)) }

  /// Creates `true` or `false`.
  public init(_ value: Bool) { self = .bool(value) }

  /// Creates an exact integer of any width.
  public init(_ value: some BinaryInteger) { self = .number(JSONNumber(value)) }

  /// Creates a number. Nil for NaN and infinity, which JSON can't express.
  public init?(_ value: Double) {
    guard let number = try? JSONNumber(value) else { return nil }
    self = .number(number)
  }

  /// Creates the shortest decimal that reads back as this `Float`. Nil for NaN and infinity.
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
