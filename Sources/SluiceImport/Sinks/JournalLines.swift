import Sluice

/// The lines of a journal, read through a buffer of bounded size, however long they are.
///
/// The objects in a line's list of sources are checked one by one, and only their places are kept.
struct JournalLines {
  struct Line {
    /// Where it begins in the file.
    let start: Int64
    /// After its newline.
    var end: Int64
    /// Whether it has a newline.
    var isEnded = false
    /// What it says besides its sources, whose list is empty here.
    var text: [UInt8] = []
    fileprivate(set) var sources: [JournaledText.Place] = []
    fileprivate(set) var isDamaged = false

    /// Nil when the line is damaged.
    var json: JSON? {
      isDamaged ? nil : try? JSON(parsing: String(decoding: text, as: UTF8.self))
    }
  }

  private let file: OutputFile
  private var window: [UInt8] = []
  private var place = 0
  private var windowEnd: Int64 = 0

  // The line that is being read.

  private var depth = 0
  private var isInString = false
  private var isEscaped = false
  /// Whether it is in the list of sources.
  private var isInList = false
  private var commas = 0
  private var object: [UInt8] = []

  private static let span = 64 << 10
  private static let listKey = Array(#""sources":"#.utf8)

  init(of file: OutputFile) { self.file = file }

  /// The next line, or what comes after the last newline; nil at the end.
  mutating func next() throws(ImportError) -> Line? {
    let start = windowEnd - Int64(window.count - place)
    var line = Line(start: start, end: start)
    (depth, isInString, isEscaped, isInList, commas) = (0, false, false, false, 0)
    object.removeAll(keepingCapacity: true)
    while true {
      if place == window.count {
        window = try file.bytes(at: windowEnd, count: JournalLines.span)
        (place, windowEnd) = (0, windowEnd + Int64(window.count))
        if window.isEmpty { return line.end > line.start ? line : nil }
      }
      while place < window.count {
        let byte = window[place]
        place += 1
        line.end += 1
        if byte == UInt8(ascii: "\n") {
          line.isEnded = true
          return line
        }
        read(byte, &line)
      }
    }
  }

  private mutating func read(_ byte: UInt8, _ line: inout Line) {
    let isInObject = isInList && depth > 2
    if isInString {
      if isEscaped {
        isEscaped = false
      } else if byte == UInt8(ascii: "\\") {
        isEscaped = true
      } else if byte == UInt8(ascii: "\"") {
        isInString = false
      }
    } else {
      switch byte {
      case UInt8(ascii: "\""): isInString = true
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        depth += 1
        if isInList, depth == 3 { return object.append(byte) }
        if !isInList, depth == 2, byte == UInt8(ascii: "["),
          line.text.suffix(JournalLines.listKey.count).elementsEqual(JournalLines.listKey)
        {
          isInList = true
        }
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        depth -= 1
        if isInObject, depth == 2 {
          object.append(byte)
          return endObject(of: &line)
        }
        if isInList, depth == 1 {
          isInList = false
          if commas != max(line.sources.count - 1, 0) { line.isDamaged = true }
        }
      case UInt8(ascii: ",") where isInList && depth == 2:
        commas += 1
        return
      default: break
      }
    }
    if isInObject { object.append(byte) } else { line.text.append(byte) }
  }

  private mutating func endObject(of line: inout Line) {
    guard let text = JournaledText(object[...]), let count = UInt32(exactly: object.count) else {
      line.isDamaged = true
      return object.removeAll()
    }
    line.sources.append(
      JournaledText.Place(
        start: line.end - Int64(count), count: count, hash: IndicesByHash.hash(text.source)))
    object.removeAll(keepingCapacity: true)
  }
}
