/// A table in CSV, made comparable: quoting and the spelling of real numbers may differ.
enum CSVText {
  /// The values after the line of names, a line each; reals are compared as doubles. `columns` are
  /// `name:type=path`.
  static func comparable(_ csv: [UInt8], columns: [String]) throws -> [UInt8] {
    let reals = columns.map { $0.contains(":real=") }
    var text = Text()
    var at = 0
    var isFirst = true
    while at < csv.count {
      for (i, isReal) in reals.enumerated() {
        let (field, end) = try field(of: csv, from: at)
        guard end == UInt8(ascii: i == reals.count - 1 ? "\n" : ",") else {
          throw Unavailable(description: "a row of CSV has not \(reals.count) fields")
        }
        at += field.length
        switch field.value {
        case let value where value.isEmpty: text.missing()
        case let value where isReal && !isFirst:
          guard let real = Double(String(decoding: value, as: UTF8.self)) else {
            throw Unavailable(description: "a field of CSV is no number")
          }
          text.real(real)
        case let value: value.withUnsafeBufferPointer { text.text($0) }
        }
      }
      isFirst = false
    }
    return text.bytes
  }

  /// The field that begins there, its length including its end, and that end: a comma or a newline (RFC
  /// 4180, where a carriage return may precede it).
  private static func field(
    of csv: [UInt8], from start: Int
  ) throws -> (field: (value: [UInt8], length: Int), end: UInt8) {
    var value: [UInt8] = []
    var isQuoted = false
    var at = start
    while at < csv.count {
      let byte = csv[at]
      at += 1
      switch byte {
      case UInt8(ascii: "\""):
        // A doubled quote within quotes stands for one.
        if !isQuoted, at - 2 >= start, csv[at - 2] == byte { value.append(byte) }
        isQuoted.toggle()
      case UInt8(ascii: ","), UInt8(ascii: "\n"):
        if isQuoted { fallthrough }
        if byte != UInt8(ascii: ","), value.last == 0x0D { value.removeLast() }
        return ((value, at - start), byte)
      default: value.append(byte)
      }
    }
    throw Unavailable(description: "CSV that ends within a row")
  }
}
