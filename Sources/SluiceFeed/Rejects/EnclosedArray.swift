import Sluice
import SluiceSystem

/// The array in a value that was too large for a record: its elements may be the records that were meant.
///
/// ```
/// {"meta": {"count": 3}, "rows": [{"id": 1}, {"id": 2}, …        elements:/rows
/// ```
struct EnclosedArray {
  let pointer: JSONPointer

  /// Scans the beginning of a value. Nil: no array of several elements is open where it was cut. O(bytes).
  init?(in beginning: [UInt8]) {
    var levels: [Level] = []
    var i = 0
    while i < beginning.count {
      switch beginning[i] {
      case Byte.quote:
        guard let end = EnclosedArray.stringEnd(in: beginning, from: i) else {
          i = beginning.count
          continue
        }
        if levels.last?.isObject == true, levels.last?.awaitsKey == true {
          levels[levels.count - 1].key = i..<end
        }
        i = end
        continue
      case Byte.colon: if !levels.isEmpty { levels[levels.count - 1].awaitsKey = false }
      case Byte.comma:
        if !levels.isEmpty {
          levels[levels.count - 1].commas += 1
          levels[levels.count - 1].awaitsKey = true
        }
      case Byte.openBrace: levels.append(Level(isObject: true))
      case Byte.openBracket: levels.append(Level(isObject: false))
      case Byte.closeBrace, Byte.closeBracket: _ = levels.popLast()
      default: break
      }
      i += 1
    }
    guard let depth = levels.firstIndex(where: { !$0.isObject }), levels[depth].commas > 0 else {
      return nil
    }
    var tokens: [String] = []
    for level in levels[..<depth] {
      guard let key = level.key,
        let name = try? JSON(parsing: Array(beginning[key])).string
      else { return nil }
      tokens.append(name)
    }
    pointer = JSONPointer(tokens: tokens)
  }

  private struct Level {
    let isObject: Bool
    var awaitsKey = true
    /// The last key, with its quotes.
    var key: Range<Int>?
    var commas = 0

    init(isObject: Bool) { self.isObject = isObject }
  }

  /// The end of a string that begins with a quote; nil: it was cut.
  private static func stringEnd(in bytes: [UInt8], from start: Int) -> Int? {
    var i = start + 1
    while i < bytes.count {
      switch bytes[i] {
      case Byte.quote: return i + 1
      case Byte.backslash: i += 2
      default: i += 1
      }
    }
    return nil
  }

  /// The flag that reads its elements, as a shell takes it.
  var flag: String {
    let name = FeedFraming.elements(of: pointer).description
    let isPlain = name.utf8.allSatisfy {
      switch $0 {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"):
        true
      default: ":/_-.".utf8.contains($0)
      }
    }
    return "--framing " + (isPlain ? name : "'" + name.replacingBytes(of: "'", with: "'\\''") + "'")
  }
}
