public import Sluice

/// What a column holds. A value that does not fit its column's type is refused, never changed.
///
/// Nested types are for column batches; sinks of rows refuse them, and take the same values as `json`.
public indirect enum ColumnType: Sendable, Hashable {
  /// An integer that fits `Int64` exactly.
  case int
  /// A double, correctly rounded.
  case real
  /// A string, unescaped.
  case text
  /// `true` or `false`, stored as 1 or 0.
  case bool
  /// Any value, with its bytes as in the record.
  case json
  /// A number with all its digits: a JSON number, or a string that follows RFC 8259's grammar for numbers.
  case decimal
  /// A day of the calendar: a string such as `2024-05-31` (RFC 3339, full-date).
  case date
  /// A point in time: a string such as `2024-05-31T12:30:00.25+02:00` (RFC 3339, date-time). The instant is
  /// kept, to the microsecond. Finer fractions and leap seconds are refused.
  case timestamp
  /// A point in time: a number of seconds since 1970-01-01T00:00:00Z, with or without a fraction.
  case epoch
  /// The same in milliseconds.
  case epochms
  /// The same in microseconds.
  case epochus
  /// A string with a UUID (RFC 9562), in lowercase or uppercase.
  case uuid
  /// Bytes: a string in Base64 (RFC 4648 section 4), padded or not.
  case blob
  /// An array, whose elements have one type or are null: `list<int>`.
  case list(ColumnType)
  /// An object with these fields; others are left out: `struct<name: text, size: int>`.
  case structure([Field])
  /// An object whose keys are data, with values of one type or null: `map<text, real>`.
  case map(ColumnType)

  /// A field of a ``structure(_:)``.
  public struct Field: Sendable, Hashable {
    public let name: ByteName
    public let type: ColumnType
    /// Whether an object without a value for it, or with null, does not have the type. Written after the
    /// type: `struct<id: int required>`.
    public let isRequired: Bool

    public init(name: ByteName, type: ColumnType, isRequired: Bool = false) {
      self.name = name
      self.type = type
      self.isRequired = isRequired
    }
  }

  /// The types that hold no others, by the words that stand for them.
  public static let scalars: [ColumnType] = [
    .int, .real, .text, .bool, .json, .decimal, .date, .timestamp, .epoch, .epochms, .epochus,
    .uuid, .blob,
  ]

  /// Whether it holds values of other types.
  public var isNested: Bool {
    switch self {
    case .list, .structure, .map: true
    default: false
    }
  }
}

/// What targets store of a column's values. Several types may share one, and targets know nothing else:
/// a type of texts in some form (an address, a code) needs no change in any of them.
package enum ColumnStorage {
  case integer, real, boolean, text, json, decimal, date, timestamp, uuid, blob
  /// Only column batches have room for it.
  case nested
}

extension ColumnType {
  package var storage: ColumnStorage {
    switch self {
    case .int: .integer
    case .real: .real
    case .text: .text
    case .bool: .boolean
    case .json: .json
    case .decimal: .decimal
    case .date: .date
    case .timestamp, .epoch, .epochms, .epochus: .timestamp
    case .uuid: .uuid
    case .blob: .blob
    case .list, .structure, .map: .nested
    }
  }

  /// What an error says was expected.
  var expectation: String {
    switch self {
    case .int: "an integer"
    case .real: "a number"
    case .text: "a string"
    case .bool: "true or false"
    case .json: "a value"
    case .decimal: "a number, or a string that is one"
    case .date: "a date such as 2024-05-31"
    case .timestamp: "a time such as 2024-05-31T12:30:00Z"
    case .epoch: "seconds since 1970"
    case .epochms: "milliseconds since 1970"
    case .epochus: "microseconds since 1970"
    case .uuid: "a UUID"
    case .blob: "Base64 (RFC 4648 section 4)"
    case .list: "an array"
    case .structure, .map: "an object"
    }
  }

  /// Whether its values are parsed from texts or numbers. JSON itself has those of the other types.
  package var isParsed: Bool {
    switch self {
    case .int, .real, .text, .bool, .json, .list, .structure, .map: false
    case .decimal, .date, .timestamp, .epoch, .epochms, .epochus, .uuid, .blob: true
    }
  }

  /// Whether a JSON number may be one of its values.
  package var takesNumbers: Bool {
    switch self {
    case .int, .real, .json, .decimal, .epoch, .epochms, .epochus: true
    case .text, .bool, .date, .timestamp, .uuid, .blob, .list, .structure, .map: false
    }
  }

  /// Whether a JSON string may be one of its values.
  var takesStrings: Bool {
    switch self {
    case .text, .json, .decimal, .date, .timestamp, .uuid, .blob: true
    case .int, .real, .bool, .epoch, .epochms, .epochus, .list, .structure, .map: false
    }
  }

  /// The value that a text stands for; nil: the type is not parsed. Bytes of the result may be those of
  /// the text, or in `scratch`.
  func parse(
    _ text: UnsafeBufferPointer<UInt8>, _ scratch: RowScratch
  ) throws(CellFault) -> ImportValue? {
    switch self {
    case .int, .real, .text, .bool, .json, .list, .structure, .map: return nil
    case .decimal:
      guard unsafe DecimalDigits(text) != nil else { throw .number }
      return unsafe .decimal(text)
    case .date: return unsafe .date(try DateText.days(text))
    case .timestamp, .epoch, .epochms, .epochus:
      return unsafe .timestamp(try TimestampText.microseconds(text))
    case .uuid:
      guard let bits = unsafe UUIDText.bits(text) else { throw .uuidForm }
      return .uuid(high: bits.high, low: bits.low)
    case .blob: return unsafe .blob(try scratch.decoded(text))
    }
  }

  /// By how many decimal digits the unit of a time as a number exceeds a microsecond. Nil: the type
  /// takes no numbers.
  var epochShift: Int? {
    switch self {
    case .epoch: 6
    case .epochms: 3
    case .epochus: 0
    default: nil
    }
  }

  /// The value of a number with these digits, for types that are parsed and take numbers.
  func parse(
    _ digits: DecimalDigits, of number: UnsafeBufferPointer<UInt8>
  ) throws(CellFault) -> ImportValue {
    guard let shift = epochShift else { return unsafe .decimal(number) }
    return .timestamp(try EpochNumber.microseconds(digits, shift: shift))
  }
}
