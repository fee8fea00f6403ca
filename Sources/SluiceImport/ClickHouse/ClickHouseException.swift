import SluiceSystem

/// An exception of the server, from a response's body: `Code: 60. DB::Exception: … (UNKNOWN_TABLE) (version …)`.
struct ClickHouseException {
  let code: Int
  /// The server's words on one line.
  let message: String

  private static let mark = ". DB::Exception: "
  /// How much of a body's end may be the text of an exception.
  private static let mostText = 16 << 10

  /// `code`: from the response's head.
  init?(_ body: [UInt8], code: Int?) {
    let text = String(decoding: body.prefix(ClickHouseException.mostText), as: UTF8.self)
    self.init(text, code: code)
  }

  /// An exception that came in the middle of a response.
  init?(atEndOf body: [UInt8]) {
    let end = String(decoding: body.suffix(ClickHouseException.mostText), as: UTF8.self)
    guard let mark = end.ranges(of: ClickHouseException.mark).last,
      let start = end[..<mark.lowerBound].ranges(of: "Code: ").last?.lowerBound,
      // A value of a row may contain such words: there they are inside a JSON string, whose end comes after.
      !end[mark.upperBound...].contains("\"rows\":")
    else { return nil }
    self.init(String(end[start...]), code: nil)
  }

  private init?(_ text: String, code: Int?) {
    let number = text.firstRange(of: "Code: ").flatMap { range in
      Int(text[range.upperBound...].prefix { $0.isNumber })
    }
    guard let code = number ?? code else { return nil }
    self.code = code
    let words = text.firstRange(of: ClickHouseException.mark).map { text[$0.upperBound...] }
    let line = PrintableText.line(String((words ?? text[...]).prefix(2000)))
    message = "\(line.trimmingSuffix { $0 == " " }) (code \(code))"
  }

  /// Whether another attempt may succeed: a timeout, too many queries or parts, a lost session of Keeper, a
  /// replica that is read-only, an insertion whose outcome is unknown.
  var isPassing: Bool { [159, 164, 202, 209, 210, 242, 252, 319, 425, 999].contains(code) }

  var advice: String {
    switch code {
    case 497, 516: "; the user needs the right to do that, and the right password"
    case 241: "; a smaller --batch needs less of the server's memory"
    case 469:
      "; the server checks rows together, and none of them was stored: leave such rows out by --where"
    case 243: "; make room and run the same command again: it continues from there"
    default: ""
    }
  }
}

extension String {
  fileprivate func trimmingSuffix(while isLeftOut: (Character) -> Bool) -> Substring {
    var rest = self[...]
    while let last = rest.last, isLeftOut(last) { rest.removeLast() }
    return rest
  }
}
