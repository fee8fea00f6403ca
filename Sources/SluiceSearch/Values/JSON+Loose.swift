public import Sluice

/// The owned value as parsers read it: what can be converted is. The properties `int`, `string` and so
/// on, without `as`, convert nothing. See ``LooseJSON`` for what each takes.
extension JSON {
  /// An integer, of a number, of text or of a truth value: exactly, or nil.
  public func asInt() -> Int? {
    switch self {
    case .number(let number): number.int
    case .string(let text): LooseText.integer(text)
    case .bool(let bool): bool ? 1 : 0
    default: nil
    }
  }

  /// The nearest `Double`, of a number, of text or of a truth value.
  public func asDouble() -> Double? {
    switch self {
    case .number(let number): number.double
    case .string(let text): LooseText.double(text)
    case .bool(let bool): bool ? 1 : 0
    default: nil
    }
  }

  /// The nearest `Float`, of a number, of text or of a truth value.
  public func asFloat() -> Float? {
    switch self {
    case .number(let number): number.float
    case .string(let text): LooseText.float(text)
    case .bool(let bool): bool ? 1 : 0
    default: nil
    }
  }

  /// A truth value, or whether a number is another than 0; never text.
  public func asBool() -> Bool? {
    switch self {
    case .number(let number): number.isNotZero
    case .bool(let bool): bool
    default: nil
    }
  }

  /// The text, a number as text, `true` as "1" and `false` as "0".
  public func asString() -> String? {
    switch self {
    case .number(let number): number.description
    case .string(let text): text
    case .bool(let bool): bool ? "1" : "0"
    default: nil
    }
  }

  /// The members of an object. O(members).
  public func asDictionary() -> [String: JSON]? { dictionary }

  /// The elements of an array.
  public func asArray() -> [JSON]? { array }

  /// The members of an object, in no order; `object` keeps theirs. O(members).
  ///
  /// Of keys that Swift calls equal though their bytes differ, the last counts.
  public var dictionary: [String: JSON]? {
    object.map { object in
      Dictionary(object.map { ($0.key, $0.value) }, uniquingKeysWith: { _, last in last })
    }
  }

  /// The value itself.
  public func raw() -> JSON { self }
}

extension JSON? {
  /// The member `key` of the value, if both are there: `json["address"]["city"]?.asString()`.
  public subscript(key: String) -> JSON? { self?[key] }
}

extension JSONNumber {
  var isNotZero: Bool { self != 0 }
}
