import Sluice

/// The white space around children.
extension EditWriter {
  /// What comes before a child.
  enum Lead {
    case source(Range<Int>)
    case new([UInt8])
  }

  mutating func lead(of child: EditChild, at place: Int, _ frame: Frame) -> Lead {
    let container = frame.container
    let isFirst = frame.previous == nil
    guard !container.originals.isEmpty else {
      if frame.hasLines {
        let style = style()
        return .new(style.newline + frame.indent + style.unit)
      }
      return .new(isFirst ? [] : style().space)
    }
    if isFirst { return .source(container.lead(0, document)) }
    if child.origin != EditChild.none, child.origin > 0 {
      return .source(container.lead(Int(child.origin), document))
    }
    return .new(leadOfNew(frame))
  }

  /// What leads a new child that is not the first: what leads its neighbour, without empty lines.
  private mutating func leadOfNew(_ frame: Frame) -> [UInt8] {
    let container = frame.container
    let isFollowing = neighbour(frame, from: 1)
    var bytes = shifted(
      document.bytes(container.lead(isFollowing ?? 0, document)), frame.shift)
    if let line = bytes.lastIndex(of: 0x0A) {
      let isCRLF = line > 0 && bytes[line - 1] == 0x0D
      bytes.removeSubrange(..<(isCRLF ? line - 1 : line))
      return bytes
    }
    return isFollowing == nil ? style().space : bytes
  }

  /// A child of the text that is near the next one: the last that was written, or else the first of them from `least`
  /// on.
  func neighbour(_ frame: Frame, from least: Int) -> Int? {
    if let previous = frame.previous {
      let origin = frame.container.children[previous].origin
      if origin != EditChild.none, Int(origin) >= least { return Int(origin) }
    }
    return frame.container.originals.count > least ? least : nil
  }

  mutating func writeTail(of child: EditChild, _ frame: Frame, isLast: Bool) {
    let container = frame.container
    let count = container.originals.count
    guard count > 0 else {
      guard isLast, frame.hasLines else { return }
      out.append(style().newline)
      return out.append(frame.indent)
    }
    if isLast {
      write(source: container.tail(count - 1, document), frame.shift)
    } else if child.origin != EditChild.none, Int(child.origin) < count - 1 {
      write(source: container.tail(Int(child.origin), document), frame.shift)
    } else if count > 1 {
      out.append(shifted(document.bytes(container.tail(0, document)), frame.shift))
    }
  }
}
