/// A value that is a string, a number, `true`, `false` or `null` in JSON.
///
/// Text, numbers of every width, `Bool`, `Decimal`, `URL`, `UUID`, `Data` (Base64) and their
/// Foundation classes are leaves; an enum with raw values needs only the conformance.
public protocol JSONLeafRepresentable {
  /// The value's JSON form; nil to leave it out.
  var jsonLeafValue: JSONLeafValue? { get }
}

/// A value that can be created from a JSON leaf.
public protocol JSONLeafCreatable {
  /// Creates a value; nil when the leaf can't be converted. Never called with `null`.
  init?(jsonValue: JSONLeafValue)
}

/// An enum that is read and written as its raw value. It needs no implementation.
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
