import Sluice

/// A writer's output, made comparable: the order of keys and the spelling of numbers may differ, but not
/// their values. Integers are compared by all digits, other numbers as the nearest double.
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
