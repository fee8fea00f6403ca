import SluiceSystem

/// A generation of a followed log of which nothing is left to be read, known by its content: whatever it is called by now,
/// wherever it is, compressed or not.
struct GenerationMark: Hashable {
  /// Which file it was when it was last seen.
  var file: FileIdentity
  /// The number of bytes that the first hash covers; zero: its content is not known.
  var count: Int
  var head: String
  /// The size of its text; nil: it was compressed, and no one has unpacked it.
  var size: Int64?
  /// A hash of the last KiB before that size.
  var tail: String

  fileprivate var text: String {
    "\(file),\(count),\(head),\(size.map(String.init) ?? ""),\(tail)"
  }

  init(file: FileIdentity, count: Int, head: String, size: Int64?, tail: String) {
    (self.file, self.count, self.head, self.size, self.tail) = (file, count, head, size, tail)
  }

  fileprivate init?(_ text: Substring) {
    let parts = text.parts(at: ",")
    guard parts.count == 5, let file = FileIdentity(parts[0]), let count = Int(parts[1]),
      (0...SourceFingerprint.span).contains(count)
    else { return nil }
    let size = Int64(parts[3])
    guard parts[3].isEmpty || size.map({ $0 >= Int64(count) }) == true else { return nil }
    self.init(
      file: file, count: count, head: String(parts[2]), size: size, tail: String(parts[4]))
  }
}

/// The generations of a followed log that were read, or that were there before it was followed; oldest first.
///
/// Bounded, because each checkpoint has it: the newest of those that were seen at the last look, and of the others.
struct GenerationJournal: Hashable {
  private(set) var marks: [GenerationMark] = []
  /// Whether generations were left out that were still seen. A file that is not known then counts as read if it is older than
  /// a known one by its name or, without one in its scheme, by its time.
  private(set) var isCut = false
  /// What a checkpoint records.
  private(set) var text = ""

  /// The most generations that are kept.
  static let most = (seen: 512, gone: 32)

  init(_ marks: [GenerationMark] = []) {
    self.marks = marks
    text = marks.map(\.text).joined(separator: "/")
  }

  private static let cutWord = "more"

  /// Nil when the text is not a journal's.
  init?(_ text: Substring) {
    for part in text.split(separator: "/") {
      if part == GenerationJournal.cutWord {
        isCut = true
      } else {
        guard let mark = GenerationMark(part) else { return nil }
        marks.append(mark)
      }
    }
    self.text = String(text)
  }

  mutating func append(_ mark: GenerationMark) {
    marks.append(mark)
    write()
  }

  /// Replaces its marks, and leaves out those beyond the bound.
  mutating func replace(_ marks: [(mark: GenerationMark, isSeen: Bool)]) {
    var left = GenerationJournal.most
    var kept: [GenerationMark] = []
    for (mark, isSeen) in marks.reversed() {
      if isSeen ? left.seen > 0 : left.gone > 0 {
        kept.append(mark)
        if isSeen { left.seen -= 1 } else { left.gone -= 1 }
      } else if isSeen {
        isCut = true
      }
    }
    self.marks = kept.reversed()
    write()
  }

  private mutating func write() {
    text = ((isCut ? [GenerationJournal.cutWord] : []) + marks.map(\.text)).joined(separator: "/")
  }
}
