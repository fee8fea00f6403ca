import Sluice

/// The lines that begin in a range of a plain file. Any thread can read them by itself.
///
/// Sound to share because the file is read at offsets only, which does not move its position.
final class LineRange: @unchecked Sendable {
  let bytes: Range<Int64>
  /// The offset of its first line in the file, if known.
  let first: Int64?
  let numbers: LineNumbers
  private let file: FileInput
  /// The file's name in records and rejects.
  let source: String
  /// The file's name in positions, if there are several files.
  let fileName: ByteName?

  init(
    _ bytes: Range<Int64>, from first: Int64?, of file: FileInput, named source: String,
    fileName: ByteName?, after previous: LineNumbers.Before
  ) {
    self.bytes = bytes
    self.file = file
    self.source = source
    self.fileName = fileName
    self.first = first
    numbers = LineNumbers(of: bytes, from: first, in: file, after: previous)
  }

  private init(_ range: LineRange, from position: FeedPosition) {
    bytes = min(position.offset, range.bytes.upperBound)..<range.bytes.upperBound
    (file, source, fileName) = (range.file, range.source, range.fileName)
    first = position.offset
    numbers = LineNumbers(
      of: bytes, from: position.offset, in: file,
      after: .known(LineNumbers.Count(position)))
  }

  /// Opens the bytes of its lines. Fails with `io`.
  func open() throws(InputEvent) -> RangeInput {
    try RangeInput(FileBytes(file), linesIn: bytes, from: first)
  }

  /// The rest after a position in it; nil: nothing is left.
  func rest(from position: FeedPosition) -> LineRange? {
    position.offset < bytes.upperBound ? LineRange(self, from: position) : nil
  }
}

/// Reads a file's bytes from any offset without moving the file's position.
final class FileBytes: ByteInput {
  private let file: FileInput
  private var offset: Int64 = 0

  init(_ file: FileInput) { self.file = file }

  var isReady: Bool { true }
  var size: Int64? { file.size }

  func read(into room: UnsafeMutableRawBufferPointer) throws(InputEvent) -> Int {
    let count = try unsafe InputEvent.asFailures(try file.read(into: room, at: offset))
    offset += Int64(count)
    return count
  }

  func skip(_ count: Int64) -> Bool {
    offset += count
    return true
  }
}

/// How far a file is cut into ranges.
struct RangeCutter {
  let file: FileInput
  /// The end of the ranges that were cut.
  var next: Int64
  /// The start of the first range, where a line is known to begin.
  var first: Int64?
  let end: Int64
  /// The numbers of the last range.
  var numbers: LineNumbers.Before
}
