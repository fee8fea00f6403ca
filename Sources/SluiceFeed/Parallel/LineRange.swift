import Sluice

/// The lines that begin in a range of a plain file, which any thread can read by itself.
///
/// Sound to share because the file is read at offsets only, which moves nothing.
final class LineRange: @unchecked Sendable {
  let bytes: Range<Int64>
  /// Where in the file the first of its lines begins, when that is known.
  let first: Int64?
  let numbers: LineNumbers
  private let file: FileDescriptor
  /// What records and rejects call the file.
  let source: String
  /// What positions call it: of several files.
  let fileName: String?

  init(
    _ bytes: Range<Int64>, from first: Int64?, of file: FileDescriptor, named source: String,
    fileName: String?, after previous: LineNumbers.Before
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

  /// The bytes of its lines. Throws `io`.
  func open() throws(JSONError) -> RangeInput {
    try RangeInput(FileBytes(file), linesIn: bytes, from: first)
  }

  /// What lies behind a position in it; nil: nothing.
  func rest(from position: FeedPosition) -> LineRange? {
    position.offset < bytes.upperBound ? LineRange(self, from: position) : nil
  }
}

/// A file's bytes from any offset on, read without moving where the file stands.
final class FileBytes: ByteInput {
  private let file: FileDescriptor
  private var offset: Int64 = 0

  init(_ file: FileDescriptor) { self.file = file }

  var isReady: Bool { true }
  var size: Int64? { file.size }

  func read(into room: UnsafeMutableRawBufferPointer) throws(JSONError) -> Int {
    let count = try file.read(into: room, at: offset)
    offset += Int64(count)
    return count
  }

  func skip(_ count: Int64) -> Bool {
    offset += count
    return true
  }
}

/// Where a file is cut into ranges.
struct RangeCutter {
  let file: FileDescriptor
  /// Up to here it is cut.
  var next: Int64
  /// Where a line begins that nobody has to look for: in front of the first range.
  var first: Int64?
  let end: Int64
  /// Those of the last range.
  var numbers: LineNumbers.Before
}
