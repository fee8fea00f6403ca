import Sluice

/// The conversions of ``LooseJSON``. Nil for values that can't be converted; errors about the value itself are nil, too,
/// or thrown.
extension JSONPosition {
  func looseInt() throws(JSONError) -> Int? {
    switch byte {
    case Byte.quote: LooseText.integer(try cursor.string)
    case 0x74, 0x66: try cursor.bool ? 1 : 0
    default: try cursor.int
    }
  }

  func looseDouble() throws(JSONError) -> Double? {
    switch byte {
    case Byte.quote: LooseText.double(try cursor.string)
    case 0x74, 0x66: try cursor.bool ? 1 : 0
    default: try cursor.double
    }
  }

  func looseFloat() throws(JSONError) -> Float? {
    switch byte {
    case Byte.quote: LooseText.float(try cursor.string)
    case 0x74, 0x66: try cursor.bool ? 1 : 0
    default: try cursor.float
    }
  }

  func looseBool() throws(JSONError) -> Bool? {
    switch byte {
    case Byte.quote: nil
    case 0x74, 0x66: try cursor.bool
    default: try cursor.number.isNotZero
    }
  }

  func looseString() throws(JSONError) -> String? {
    switch byte {
    case Byte.quote: try cursor.string
    case 0x74, 0x66: try cursor.bool ? "1" : "0"
    default: try cursor.number.shortened.description
    }
  }

  /// A cursor for one call.
  private var cursor: JSONCursor {
    @_lifetime(immortal)
    get throws(Never) { JSONCursor(unchecked: self) }
  }
}
