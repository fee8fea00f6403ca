extension Reject {
  /// Appends the reject as one line of JSON. The record stands in `raw` as a string, or, when it is not UTF-8, in `raw_base64`;
  /// with `raw_is_cut`, only its start does.
  func write(to line: inout [UInt8]) {
    line.append(contentsOf: "{\"source\":".utf8)
    line.appendJSON(source)
    line.append(contentsOf: ",\"record\":\(record),\"line\":\(self.line)".utf8)
    line.append(contentsOf: ",\"offset\":\(offset),\"length\":\(length),\"code\":".utf8)
    line.appendJSON(code)
    if let column {
      line.append(contentsOf: ",\"column\":".utf8)
      line.appendJSON(column)
    }
    if let path {
      line.append(contentsOf: ",\"path\":".utf8)
      line.appendJSON(path)
    }
    line.append(contentsOf: ",\"message\":".utf8)
    line.appendJSON(message)
    if let text = String(validating: raw, as: UTF8.self) {
      line.append(contentsOf: ",\"raw\":".utf8)
      line.appendJSON(text)
    } else {
      line.append(contentsOf: ",\"raw_base64\":\"".utf8)
      line.appendBase64(raw)
      line.append(UInt8(ascii: "\""))
    }
    if isCut { line.append(contentsOf: ",\"raw_is_cut\":true".utf8) }
    line.append(contentsOf: "}\n".utf8)
  }
}

extension [UInt8] {
  /// Appends a JSON string (stand-in for the writer).
  fileprivate mutating func appendJSON(_ text: String) {
    append(UInt8(ascii: "\""))
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"):
        append(UInt8(ascii: "\\"))
        append(byte)
      case 0..<0x20:
        let digits = String(byte, radix: 16)
        append(contentsOf: "\\u00\(digits.count < 2 ? "0" : "")\(digits)".utf8)
      default: append(byte)
      }
    }
    append(UInt8(ascii: "\""))
  }
}
