/// A value that stands in JSON as a string, a number, `true`, `false` or `null`.
///
/// Text, numbers of every width, `Bool`, `Decimal`, `URL`, `UUID`, `Data` (Base64) and their
/// Foundation classes are leaves; an enum with raw values becomes one by naming the protocol.
public protocol JSONLeafRepresentable {
  /// How the value stands in JSON. Nil: it is left out.
  var jsonLeafValue: JSONLeafValue? { get }
}

/// A value that can be made of a JSON leaf.
public protocol JSONLeafCreatable {
  /// Nil: the leaf is none of this type. Never called with `null`.
  init?(jsonValue: JSONLeafValue)
}

/// An enum whose raw value stands for it, both ways: nothing needs to be implemented.
///
/// ```swift
/// enum Color: String, JSONLeafEnum {
///   case red = "Red", green = "Green", blue = "Blue", yellow = "Yellow"
/// }
/// ```
public typealias JSONLeafEnum = JSONLeafCreatable & JSONLeafRepresentable

extension JSONLeafRepresentable where Self: RawRepresentable, RawValue: JSONLeafRepresentable {
  public var jsonLeafValue: JSONLeafValue? { rawValue.jsonLeafValue }
}

extension JSONLeafCreatable where Self: RawRepresentable, RawValue: JSONLeafCreatable {
  public init?(jsonValue: JSONLeafValue) {
    guard let raw = RawValue(jsonValue: jsonValue) else { return nil }
    self.init(rawValue: raw)
  }
}

extension JSONLeafValue: JSONLeafEnum {
  public var jsonLeafValue: JSONLeafValue? { self }
  public init?(jsonValue: JSONLeafValue) { self = jsonValue }
}
