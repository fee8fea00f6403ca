/// Finds the path of the value at an offset from the text itself: `$.statuses[3].user.id`.
///
/// Works on the bytes instead of the index, so it also serves text that stage 1 refused. Accepts any text: faults
/// before the offset make the path shorter or vaguer, but never fail. One pass, O(offset); memory: one entry for each
/// open level.
enum TextPath {
  private struct Level {
    let isObject: Bool
    var index = 0
    var key: Range<Int>?
    /// In an object, between the key's colon and the comma.
    var inValue = false
  }

  static func path(to offset: Int, in text: UnsafeBufferPointer<UInt8>) -> String {
    var levels: [Level] = []
    var i = 0
    while i < min(offset, text.count) {
      switch unsafe text[i] {
      case UInt8(ascii: "{"): levels.append(Level(isObject: true))
      case UInt8(ascii: "["): levels.append(Level(isObject: false))
      case UInt8(ascii: "}"), UInt8(ascii: "]"): _ = levels.popLast()
      case UInt8(ascii: ","):
        if let last = levels.indices.last {
          levels[last].index += 1
          levels[last].inValue = false
          levels[last].key = nil
        }
      case UInt8(ascii: ":"):
        if let last = levels.indices.last { levels[last].inValue = true }
      case UInt8(ascii: "\""):
        let start = i + 1
        i = start
        while i < text.count, unsafe text[i] != UInt8(ascii: "\"") {
          unsafe i += text[i] == UInt8(ascii: "\\") ? 2 : 1
        }
        if let last = levels.indices.last, levels[last].isObject, !levels[last].inValue {
          levels[last].key = start..<min(i, text.count)
        }
      default: break
      }
      i += 1
    }
    return unsafe written(levels, text)
  }

  private static func written(_ levels: [Level], _ text: UnsafeBufferPointer<UInt8>) -> String {
    var path = "$"
    // Paths are for reading: both ends are enough for very deep nesting.
    let shown = levels.count <= 40 ? levels[...] : levels.suffix(20)
    if shown.count < levels.count { path += "…" }
    for level in shown {
      if !level.isObject {
        path += PathText.step(level.index)
      } else if let key = level.key {
        unsafe path += PathText.step(
          String(decoding: text[key].prefix(PathText.longest), as: UTF8.self))
      }
    }
    return path
  }
}
