import Sluice

extension Reject {
  /// What every line of a reject file begins with.
  package static let beginning = Array(#"{"source":""#.utf8)

  /// Writes the reject as an object. `raw` holds the record as a string; if it is not UTF-8,
  /// `raw_base64` holds it instead. With `raw_is_cut`, only the start is there.
  func write(to writer: inout JSONWriter) throws(JSONError) {
    try writer.beginObject()
    try writer.key("source")
    try writer.value(source)
    if let range {
      try writer.key("range")
      try writer.value(range.text)
    }
    try writer.key("record")
    try writer.value(record)
    try writer.key("line")
    try writer.value(line)
    try writer.key("offset")
    try writer.value(offset)
    try writer.key("length")
    try writer.value(length)
    try writer.key("code")
    try writer.value(code)
    if let column {
      try writer.key("column")
      try writer.value(column.text)
    }
    if let path {
      try writer.key("path")
      try writer.value(path)
    }
    try writer.key("message")
    try writer.value(message)
    if let text = String(validating: rawBytes, as: UTF8.self) {
      try writer.key("raw")
      try writer.value(text)
    } else {
      try writer.key("raw_base64")
      try writer.value(Base64.encode(rawBytes))
    }
    if isCut {
      try writer.key("raw_is_cut")
      try writer.value(true)
    }
    if let target {
      try writer.key("target")
      try writer.value(target)
    }
    try writer.key("version")
    try writer.value(Reject.formatVersion)
    try writer.endObject()
  }
}
