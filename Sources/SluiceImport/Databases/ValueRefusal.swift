import Sluice

/// Why a column can't hold a value unchanged. Sinks find that before they send the row, and reject only that one.
enum ValueRefusal: UInt8 {
  case null, nullKey, outOfRange, numberOutOfRange, tooLong, textTooLong, tooManyBytes, digits,
    fraction, otherType
  /// What only PostgreSQL's types can't hold.
  case nulCharacter, nulInJSON, numberInJSON

  /// What the reject file says.
  func verdict(column: ByteName, type: String) -> RowVerdict {
    let (code, message) = words(type)
    return .refused(code: code, message: "column \"\(column)\"\(message)")
  }

  private func words(_ type: String) -> (code: String, message: String) {
    switch self {
    case .null: ("constraint", " may not be NULL")
    case .nullKey: ("constraint", " is part of the key and has no value")
    case .outOfRange: ("out-of-range", ": the value does not fit \(type)")
    case .numberOutOfRange: ("out-of-range", ": the number does not fit \(type)")
    case .tooLong: ("too-large", ": the value is longer than \(type) allows")
    case .textTooLong: ("too-large", ": the text is longer than \(type) allows")
    case .tooManyBytes:
      ("too-large", ": the value has more than \(ValueLimits.mostBytes) bytes")
    case .digits: ("out-of-range", ": the number has more digits than \(type) holds")
    case .fraction:
      ("out-of-range", ": the fraction of the second is finer than \(type) keeps")
    case .otherType: ("constraint", ": the value can't be stored as \(type)")
    case .nulCharacter: ("nul-in-text", ": PostgreSQL's text can't hold U+0000")
    case .nulInJSON:
      (
        "nul-in-text",
        ": PostgreSQL's jsonb can't hold \\u0000; a column of type json can"
      )
    case .numberInJSON:
      (
        "out-of-range",
        ": a number has more than the 16383 digits after the point that PostgreSQL's"
          + " jsonb holds; a column of type json can"
      )
    }
  }
}
