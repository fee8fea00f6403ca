import Sluice

/// Commas after the last field or element, which Foundation's decoder passes over.
enum TrailingCommas {
  /// Their places in a text, in order. `isOpen`: whether the text is inside of an object whose braces are missing.
  ///
  /// Only a comma between the end of a value and a closing bracket is one: `[,]` and `[1,,]` have none. In a damaged text any
  /// comma may be called one: what is left is refused as the text was.
  static func places(in text: UnsafeBufferPointer<UInt8>, isOpen: Bool) -> [Int] {
    var places: [Int] = []
    // A comma after which only white space came, and the last byte that is not white space.
    var comma: Int?
    var last = UInt8(ascii: ",")
    var place = 0
    while place < text.count {
      let byte = unsafe text[place]
      switch byte {
      case 0x20, 0x09, 0x0A, 0x0D:
        place += 1
        continue
      case Byte.comma
      where ![Byte.comma, Byte.colon, Byte.openBrace, Byte.openBracket].contains(last):
        comma = place
      case Byte.closeBrace, Byte.closeBracket:
        if let comma { places.append(comma) }
        comma = nil
      default:
        comma = nil
        if byte == Byte.quote { place = unsafe endOfString(in: text, from: place) }
      }
      last = byte
      place += 1
    }
    if isOpen, let comma { places.append(comma) }
    return places
  }

  /// The closing quote of a string, or the text's end.
  private static func endOfString(in text: UnsafeBufferPointer<UInt8>, from quote: Int) -> Int {
    var place = quote + 1
    while place < text.count {
      switch unsafe text[place] {
      case Byte.quote: return place
      case Byte.backslash: place += 2
      default: place += 1
      }
    }
    return place
  }
}
