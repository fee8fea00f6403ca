public import Sluice

/// The owned value with the conversions of parsers. The properties without `as`, such as `int` and
/// `string`, convert nothing. See ``LooseJSON`` for what each method converts.
extension JSON {
  /// Returns an integer from a number, text or a Boolean: exactly, or nil.
  public func asInt() -> Int? {
    switch self {
    case .number(let number): number.int
    case .string(let text): LooseText.integer(text)
    case .bool(let bool): bool ? 1 : 0
    default: nil
    }
  }

  /// Returns the nearest `Double` to a number, text or a Boolean.
  public func asDouble() -> Double? {
    switch self {
    case .number(let number): number.double
    case .string(let text): LooseText.double(text)
    case .bool(let bool): bool ? 1 : 0
    default: nil
    }
  }

  /// Returns the nearest `Float` to a number, text or a Boolean.
  public func asFloat() -> Float? {
    switch self {
    case .number(let number): number.float
    case .string(let text): LooseText.float(text)
    case .bool(let bool): bool ? 1 : 0
    default: nil
    }
  }

  /// Returns a Boolean, or whether a number is other than 0. Never reads text.
  public func asBool() -> Bool? {
    switch self {
    case .number(let number): number.isNotZero
    case .bool(let bool): bool
    default: nil
    }
  }

  /// Returns the text, a number as text, `true` as "1" and `false` as "0".
  public func asString() -> String? {
    switch self {
    case .number(let number): number.shortened.description
    case .string(let text): text
    case .bool(let bool): bool ? "1" : "0"
    default: nil
    }
  }

  /// Returns the members of an object. O(members).
  public func asDictionary() -> [String: JSON]? { dictionary }

  /// Returns the elements of an array.
  public func asArray() -> [JSON]? { array.map { Array($0) } }

  /// The members of an object, unordered; `object` keeps their order. O(members).
  ///
  /// The last of several keys counts if Swift considers them equal though their bytes differ.
  public var dictionary: [String: JSON]? {
    object.map { object in
      Dictionary(object.map { ($0.key, $0.value) }, uniquingKeysWith: { _, last in last })
    }
  }

  /// Returns the value itself.
  public func raw() -> JSON { self }
}

extension JSON? {
  /// The member `key` of the value, if both exist: `json["address"]["city"]?.asString()`.
  public subscript(key: String) -> JSON? { self?[key] }
}

extension JSONNumber {
  var isNotZero: Bool { self != 0 }
}
