/// The value as a type, or nil if it is of another kind. Nothing is converted, except that a number is available in any
/// type that holds it exactly (`double` and `float`: nearest).
extension JSON {
  /// Whether the value is `null`.
  public var isNull: Bool { if case .null = self { true } else { false } }

  public var bool: Bool? { if case .bool(let value) = self { value } else { nil } }
  public var number: JSONNumber? { if case .number(let value) = self { value } else { nil } }
  public var string: String? { if case .string(let value) = self { value } else { nil } }
  public var array: JSONArray? { if case .array(let value) = self { value } else { nil } }
  public var object: JSONObject? { if case .object(let value) = self { value } else { nil } }

  /// The number as a `T`: exactly, or nil.
  public func integer<T: FixedWidthInteger>(as type: T.Type = T.self) -> T? {
    number?.integer(as: type)
  }

  public var int: Int? { number?.int }
  public var int8: Int8? { number?.int8 }
  public var int16: Int16? { number?.int16 }
  public var int32: Int32? { number?.int32 }
  public var int64: Int64? { number?.int64 }
  public var uint: UInt? { number?.uint }
  public var uint8: UInt8? { number?.uint8 }
  public var uint16: UInt16? { number?.uint16 }
  public var uint32: UInt32? { number?.uint32 }
  public var uint64: UInt64? { number?.uint64 }
  public var double: Double? { number?.double }
  public var float: Float? { number?.float }

  /// The number of elements or fields; 0 for all other values.
  public var count: Int {
    switch self {
    case .array(let elements): elements.count
    case .object(let object): object.count
    default: 0
    }
  }
}
