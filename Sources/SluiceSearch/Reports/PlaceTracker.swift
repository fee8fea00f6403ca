import Sluice

/// Says where objects lie, one after the other: each token and each byte is gone over once for all of
/// them, where looking each up would start at the document's beginning.
///
/// Takes the tokens as they come: broken text makes a path vaguer, never a fault. Memory: an entry
/// for each level that is open.
struct PlaceTracker {
  struct Place {
    let path: String
    let line: Int
    let column: Int
  }

  private struct Level {
    let isObject: Bool
    var index = 0
    /// The token of the key at hand.
    var key: UInt32?
  }

  private let root: JSONPosition
  private var token: UInt32
  private var levels: [Level] = []
  private var offset: Int
  private var line = 1
  private var lineStart: Int

  init(for position: JSONPosition) {
    root = JSONPosition(rootOf: position.index)
    token = root.token
    offset = Int(root.index.pointee.start)
    lineStart = offset
  }

  /// Where the value at `position` lies. One before the last that was asked for starts anew.
  mutating func place(of position: JSONPosition) -> Place {
    if position.token < token { self = PlaceTracker(for: position) }
    while token < position.token {
      step()
      token &+= 1
    }
    let text = root.index.pointee.bytes
    while offset < position.offset {
      if text[offset] == 0x0A {
        line += 1
        lineStart = offset + 1
      }
      offset += 1
    }
    // Scalars: all bytes but those that continue one.
    var column = 1
    for i in lineStart..<max(offset, lineStart) where text[i] & 0xC0 != 0x80 { column += 1 }
    return Place(path: path, line: line, column: column)
  }

  private mutating func step() {
    let byte = root.byte(at: token)
    switch byte {
    case Byte.openBrace, Byte.openBracket: levels.append(Level(isObject: byte == Byte.openBrace))
    case Byte.closeBrace, Byte.closeBracket: _ = levels.popLast()
    case Byte.comma:
      if let last = levels.indices.last {
        levels[last].index += 1
        levels[last].key = nil
      }
    case Byte.colon:
      if let last = levels.indices.last, token > root.token { levels[last].key = token &- 1 }
    default: break
    }
  }

  /// A path is for reading: of very deep nesting, the end is enough.
  private var path: String {
    let shown = levels.count <= 40 ? levels[...] : levels.suffix(20)
    var path = shown.count < levels.count ? "$…" : "$"
    for level in shown {
      if !level.isObject {
        path += PathText.step(level.index)
      } else if let key = level.key, root.byte(at: key) == Byte.quote {
        let name = RawString(root.at(key)).buffer.prefix(PathText.longest)
        path += PathText.step(String(decoding: name, as: UTF8.self))
      }
    }
    return path
  }
}
