import Sluice

/// Containers: the children of the text and new ones.
extension EditWriter {
  /// Writes the next child of the innermost container, or its end.
  mutating func step() throws(JSONError) {
    guard let top = frames.indices.last else { return }
    let frame = frames[top]
    let container = frame.container
    let next = container.next(from: frame.next)
    if let previous = frame.previous {
      writeTail(of: container.children[previous], frame, isLast: next == nil)
    }
    guard let next else {
      writeBracket(of: container, closing: true)
      frames.removeLast()
      return
    }
    if let previous = frame.previous {
      let child = container.children[previous]
      if child.origin != EditChild.none, let comma = container.comma(Int(child.origin), document) {
        out.append(source: comma)
      } else {
        out.append(Byte.comma)
      }
    }
    let child = container.children[next]
    let lead = lead(of: child, at: next, frame)
    switch lead {
    case .source(let range): write(source: range, frame.shift)
    case .new(let bytes): out.append(bytes)
    }
    if container.isUntouched(child) {
      let last = writeRun(from: next, frame)
      frames[top].previous = last
      frames[top].next = last + 1
      return
    }
    frames[top].previous = next
    frames[top].next = next + 1
    try writeKey(of: child, frame)
    try writeValue(of: child, lead, frame)
  }

  /// Writes children that are as they were, together with what is between them. Returns the last.
  private mutating func writeRun(from first: Int, _ frame: Frame) -> Int {
    let container = frame.container
    let children = container.children
    var last = first
    while last + 1 < children.count, container.isUntouched(children[last + 1]),
      children[last + 1].origin == children[last].origin &+ 1
    {
      last += 1
    }
    let start = container.start(Int(children[first].origin), document)
    write(source: start..<container.end(Int(children[last].origin), document), frame.shift)
    return last
  }

  private mutating func writeBracket(of container: EditContainer, closing: Bool) {
    if let open = container.open {
      let offset = document.offset(of: closing ? container.close : open)
      out.append(source: offset..<offset + 1)
    } else if closing {
      out.append(container.isObject ? Byte.closeBrace : Byte.closeBracket)
    } else {
      out.append(container.isObject ? Byte.openBrace : Byte.openBracket)
    }
  }

  private mutating func writeKey(of child: EditChild, _ frame: Frame) throws(JSONError) {
    let container = frame.container
    guard container.isObject else { return }
    guard child.key != EditChild.none else {
      let place = Int(child.origin)
      let value = document.offset(of: container.originals[place])
      return write(source: container.start(place, document)..<value, frame.shift)
    }
    try write(string: container.newKeys[Int(child.key)])
    if child.origin != EditChild.none {
      write(source: container.colon(Int(child.origin), document), frame.shift)
    } else if let neighbour = neighbour(frame, from: 0) {
      let colon = document.bytes(container.colon(neighbour, document))
      // A value on the line after its key is no style to follow.
      out.append(colon.contains(0x0A) ? Array(": ".utf8) : colon)
    } else {
      writeColon()
    }
  }

  mutating func writeColon() {
    let style = style()
    out.append(style.beforeColon)
    out.append(Byte.colon)
    out.append(style.afterColon)
  }

  private mutating func writeValue(
    of child: EditChild, _ lead: Lead, _ frame: Frame
  ) throws(JSONError) {
    let container = frame.container
    let bytes: [UInt8] =
      switch lead {
      case .source(let range): shifted(document.bytes(range), frame.shift)
      case .new(let bytes): bytes
      }
    var indent = frame.indent
    var allowsLines = container.originals.isEmpty ? frame.hasLines : false
    if let line = bytes.lastIndex(of: 0x0A) {
      indent = Array(bytes[(line + 1)...])
      allowsLines = true
    } else if let first = container.originals.first, Byte.opens(document.byte(at: first)) {
      allowsLines = document.gap(after: first).contains(0x0A)
    }
    let place = child.origin == EditChild.none ? nil : container.originals[Int(child.origin)]
    try write(
      child.value, inPlaceOf: place, indent: indent, shift: frame.shift, allowsLines: allowsLines)
  }

  /// Writes a value, or begins to. `inPlaceOf`: the token of the value that the text has there.
  mutating func write(
    _ value: EditReference, inPlaceOf place: UInt32?, indent: [UInt8], shift: IndentShift?,
    allowsLines: Bool
  ) throws(JSONError) {
    switch value {
    case .removed: break
    case .source(let token):
      let range = try bounds(of: token)
      guard token != place, document.hasNewline(in: range) else {
        return write(source: range, token == place ? shift : nil)
      }
      let old = document.lineIndent(of: range.lowerBound)
      write(source: range, IndentShift(from: old, to: indent))
    case .node(let id):
      switch tree.nodes[Int(id)].content {
      case .text(let text): out.append(text)
      case .value(let json): try write(new: json, indent: indent, allowsLines: allowsLines)
      case .container(let container):
        var inner = shift
        if let open = container.open, open != place {
          let old = document.lineIndent(of: document.offset(of: open))
          inner = IndentShift(from: old, to: indent)
        }
        writeBracket(of: container, closing: false)
        frames.append(
          Frame(
            container: container, indent: indent, shift: inner,
            hasLines: allowsLines && container.originals.isEmpty
              && style().hasLines(kind(of: container))))
      }
    }
  }

  private func kind(of container: EditContainer) -> TextStyle.Kind {
    if container.isObject { return .object }
    guard let first = container.next(from: 0) else { return .arrayOfScalars }
    switch container.children[first].value {
    case .removed: return .arrayOfScalars
    case .source(let token):
      return Byte.opens(document.byte(at: token)) ? .arrayOfContainers : .arrayOfScalars
    case .node(let id):
      switch tree.nodes[Int(id)].content {
      case .container, .value(.array), .value(.object): return .arrayOfContainers
      default: return .arrayOfScalars
      }
    }
  }
}
