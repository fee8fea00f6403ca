import Sluice

/// What a type takes from a document, as its `init(from:)` was seen to ask for it.
struct TypeShape: Sendable {
  var form: Form
  /// Decodes a value of the type; nil for a nested container.
  var check: TypeCheck?

  indirect enum Form: Sendable {
    case bool, string, number, decimal, url, uuid
    case integer(bits: Int, isSigned: Bool)
    case date(DateForm)
    /// Bytes in Base64.
    case data
    /// The raw values of an enumeration, and what they are.
    case choice([JSON], Form)
    case object(ObjectShape)
    case array(TypeShape)
    /// An array with a type for each place.
    case list([TypeShape])
    case dictionary(TypeShape)
    case optional(TypeShape)
    /// A type that is being described.
    case recursive(ObjectIdentifier, name: String)
    /// Any value that the type's own code takes.
    case any
  }

  enum DateForm: Sendable { case sinceReferenceDate, seconds, milliseconds, iso8601 }

  struct ObjectShape: Sendable {
    var fields: [FieldShape]
    /// Whether the type may take fields that it was not seen to ask for.
    var isOpen: Bool
    /// The type, if it contains itself.
    var recursive: (id: ObjectIdentifier, name: String)?
  }

  struct FieldShape: Sendable {
    /// The key as the document spells it.
    let name: String
    /// The key as the type spells it.
    let key: String
    /// Whether the field may be missing, and whether it may be null.
    let mayBeMissing: Bool
    let mayBeNull: Bool
    let shape: TypeShape
  }

  var isNullable: Bool {
    switch form {
    case .optional, .any: true
    default: false
    }
  }

  /// The words for the expected value in messages.
  var words: String {
    switch form {
    case .bool: "true or false"
    case .string: "a string"
    case .number: "a number"
    case .decimal: "Decimal"
    case .url: "a URL"
    case .uuid: "a UUID"
    case .integer(let bits, let isSigned):
      bits == Int.bitWidth ? (isSigned ? "Int" : "UInt") : "\(isSigned ? "" : "U")Int\(bits)"
    case .date(.iso8601): "an ISO 8601 date-time"
    case .date: "a number that is a date"
    case .data: "Base64"
    case .choice(let values, _):
      "one of " + values.prefix(8).map(\.description).joined(separator: ", ")
        + (values.count > 8 ? ", …" : "")
    case .object, .dictionary, .recursive: "an object"
    case .array, .list: "an array"
    case .optional(let wrapped): wrapped.words
    case .any: "a value"
    }
  }
}
