import Sluice

/// Ranges of the old text, and new values.
extension EditWriter {
  /// Where a value is in the text.
  func bounds(of token: UInt32) throws(JSONError) -> Range<Int> {
    let bytes = try unsafe document.at(token).rawBytes()
    let start = document.offset(of: token)
    return start..<start + bytes.count
  }

  mutating func write(source range: Range<Int>, _ shift: IndentShift?) {
    guard let shift, document.hasNewline(in: range) else { return out.append(source: range) }
    out.append(shifted(document.bytes(range), shift))
  }

  /// Text with another indentation of its lines. In JSON, a line only ends where white space may be.
  func shifted(_ text: [UInt8], _ shift: IndentShift?) -> [UInt8] {
    guard let shift, text.contains(0x0A) else { return text }
    var result: [UInt8] = []
    var rest = text[...]
    while let line = rest.firstIndex(of: 0x0A) {
      result += rest[...line]
      rest = rest[(line + 1)...]
      if rest.starts(with: shift.from) {
        result += shift.to
        rest = rest.dropFirst(shift.from.count)
      }
    }
    return result + rest
  }

  mutating func write(string: String) throws(JSONError) {
    try scalars.value(string)
    unsafe scalars.withBytes { unsafe out.append($0) }
    scalars.reset()
  }

  /// Writes a new value, whatever its depth, in the style of the document.
  mutating func write(
    new json: JSON, indent: [UInt8], allowsLines: Bool
  ) throws(JSONError) {
    var open: [NewContainer] = []
    try begin(json, indent, allowsLines, &open)
    while let last = open.indices.last {
      let container = open[last]
      guard container.next < container.json.count else {
        if container.hasLines, container.next > 0 {
          out.append(style().newline)
          out.append(container.indent)
        }
        out.append(container.json.object != nil ? Byte.closeBrace : Byte.closeBracket)
        open.removeLast()
        continue
      }
      open[last].next += 1
      let style = style()
      if container.next > 0 { out.append(Byte.comma) }
      let inner = container.hasLines ? container.indent + style.unit : container.indent
      if container.hasLines {
        out.append(style.newline)
        out.append(inner)
      } else if container.next > 0 {
        out.append(style.space)
      }
      switch container.json {
      case .array(let elements):
        try begin(elements[container.next], inner, container.hasLines, &open)
      case .object(let object):
        let field = object[container.next]
        try write(string: field.key)
        writeColon()
        try begin(field.value, inner, container.hasLines, &open)
      default: break
      }
    }
  }

  private struct NewContainer {
    let json: JSON
    let indent: [UInt8]
    let hasLines: Bool
    var next = 0
  }

  private mutating func begin(
    _ json: JSON, _ indent: [UInt8], _ allowsLines: Bool, _ open: inout [NewContainer]
  ) throws(JSONError) {
    let kind: TextStyle.Kind
    switch json {
    case .array(let elements):
      out.append(Byte.openBracket)
      let first = elements.first
      kind = first?.array == nil && first?.object == nil ? .arrayOfScalars : .arrayOfContainers
    case .object:
      out.append(Byte.openBrace)
      kind = .object
    default:
      try scalars.value(json)
      unsafe scalars.withBytes { unsafe out.append($0) }
      return scalars.reset()
    }
    open.append(
      NewContainer(json: json, indent: indent, hasLines: allowsLines && style().hasLines(kind)))
  }
}

extension JSONPosition {
  func hasNewline(in range: Range<Int>) -> Bool {
    unsafe UnsafeBufferPointer(start: index.pointee.bytes + range.lowerBound, count: range.count)
      .contains(0x0A)
  }
}
