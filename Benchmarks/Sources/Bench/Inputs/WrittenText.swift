import Sluice

/// What a writer wrote, made comparable: the order of keys is free, and so is how a number is
/// written, but not its value. An integer is compared by all its digits, every other number as the
/// nearest double.
enum WrittenText {
  /// The values of the JSON in a text of one string, checked in full.
  static func comparable(_ values: [UInt8]) throws -> [UInt8] {
    guard let colon = values.firstIndex(of: UInt8(ascii: ":")), values.first == UInt8(ascii: "s")
    else { throw Unavailable(description: "wrote no text") }
    let json = try JSON(parsing: Array(values[(colon + 1)...]))
    var text = Text()
    ParseSluiceTree.visit(json, into: &text) { number, text in
      if let integer = number.int64 {
        text.bytes += Array("n\(integer)\n".utf8)
      } else if let double = number.double {
        text.real(double)
      } else {
        text.bytes += Array("n\(number)\n".utf8)
      }
    }
    return try VisitText.sorted(text.bytes)
  }
}
