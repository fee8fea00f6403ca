import Sluice

/// The bytes of one file, pipe or array, in pieces, as UTF-8 text.
final class ByteSource {
  let name: String
  private let origin: Origin
  /// The number of bytes taken from a source in memory.
  private var taken = 0
  /// The offset in the source where it begins, if only a range is read.
  let start: Int64?
  let range: FeedRange?
  /// The lines and records before that, if they were counted.
  let before: LineNumbers.Count
  private let object: (any SourceObject)?

  private enum Origin {
    case input(any ByteInput)
    /// Plain bytes in memory, which are read in place.
    case memory([UInt8])
    /// Messages, which are no text.
    case partition(any MessagePartition)
  }

  /// The decoded contents of an input. `isThreaded`: decompression has its own thread. `mayHaveGaps`: not only at their start
  /// (``GapInput``).
  init(
    _ input: any ByteInput, name: String, limits: DecompressionLimits, stops: [FeedStop] = [],
    isThreaded: Bool = true, mayHaveGaps: Bool = false
  ) {
    self.name = name
    object = input.object
    let unpacked = DecodedInput(
      input, name: name, limits: limits, isThreaded: isThreaded, mayHaveGaps: mayHaveGaps)
    for stop in stops { unpacked.heed(stop) }
    origin = .input(unpacked)
    (start, range, before) = (nil, nil, LineNumbers.Count())
  }

  /// A file of an archive.
  init(
    _ member: ArchiveReader.Member, of archive: ByteSource, limits: DecompressionLimits,
    stops: [FeedStop]
  ) {
    name = member.name
    object = archive.object
    let text = DecodedInput(
      member.input, name: name, limits: limits, isThreaded: true, isMember: true)
    for stop in stops { text.heed(stop) }
    origin = .input(text)
    (start, range, before) = (nil, nil, LineNumbers.Count())
  }

  /// The lines that begin in a range.
  init(_ input: RangeInput, name: String) {
    self.name = name
    object = nil
    origin = .input(input)
    (start, range, before) = (input.start, input.range, input.before)
  }

  /// The messages of a partition, which has begun to be read.
  init(_ partition: any MessagePartition) {
    name = partition.name
    object = nil
    origin = .partition(partition)
    (start, range, before) = (partition.offset, nil, LineNumbers.Count())
  }

  /// Bytes in memory.
  init(_ bytes: [UInt8], name: String, limits: DecompressionLimits) {
    self.name = name
    object = nil
    (start, range, before) = (nil, nil, LineNumbers.Count())
    origin =
      FeedSource.isPlain(Array(bytes.prefix(FeedSource.headSize)))
        && !GapInput.isBegun(by: bytes)
      ? .memory(bytes)
      : .input(DecodedInput(MemoryInput(bytes), name: name, limits: limits, isThreaded: true))
  }

  /// Reads up to `room.count` bytes; 0 at the end. Waits for at least one. Throws `io`,
  /// `decompression-failed`, `decompression-limit`, `unsupported-encoding`, `out-of-memory`.
  func read(into room: UnsafeMutableRawBufferPointer) throws(InputEvent) -> Int {
    switch origin {
    case .input(let input): return try unsafe input.read(into: room)
    case .memory(let bytes):
      let count = min(room.count, bytes.count - taken)
      unsafe room.copyBytes(from: bytes[taken..<taken + count])
      taken += count
      return count
    case .partition: return 0
    }
  }

  /// Reads like `read`, but returns nil where more bytes have not come: a reader comes back for them, and has lost
  /// nothing. Here the input's events of waiting end, and become a value.
  func readAvailable(into room: UnsafeMutableRawBufferPointer) throws(InputEvent) -> Int? {
    do throws(InputEvent) {
      return try unsafe read(into: room)
    } catch {
      guard error.isWait else { throw error }
      return nil
    }
  }

  /// The partition whose messages are the records; nil for text.
  var partition: (any MessagePartition)? {
    if case .partition(let partition) = origin { partition } else { nil }
  }

  /// The underlying file, if it was opened here, its bytes are read unchanged, and some
  /// were read. Offsets in it are then offsets in the source.
  var plainFile: FileInput? {
    guard case .input(let input) = origin,
      let file = (input as? DecodedInput)?.plainFile, file.isOwned, file.size != nil
    else { return nil }
    return file
  }

  /// Whether it is an archive, by its first bytes. Throws the errors of `read`.
  var isArchive: Bool {
    get throws(InputEvent) {
      guard case .input(let input) = origin else { return false }
      return try (input as? DecodedInput)?.isArchive ?? false
    }
  }

  /// The reader of the files in it, if it is an archive. Throws the errors of `read`.
  func openArchive(members: String?) throws(InputEvent) -> ArchiveReader? {
    guard case .input(let input) = origin else { return nil }
    return try (input as? DecodedInput)?.openArchive(members: members)
  }

  /// What the bytes of gaps before lines become.
  func fillGaps(with filler: UInt8) {
    if case .input(let input) = origin { (input as? DecodedInput)?.gapFiller = filler }
  }

  /// The followed file that is read.
  var followed: FollowedInput? {
    if case .input(let input) = origin { input.followed } else { nil }
  }

  /// What the caller should know about the bytes, since this was last asked.
  func takeNotes() -> [SourceNote] {
    if case .input(let input) = origin { input.takeNotes() } else { [] }
  }

  /// The version of an object on a server, once a response has told it.
  var version: String? { object?.version }

  /// Same as `ByteInput.exchange`. Also nil where more bytes have not come.
  func exchange(
    _ bytes: inout PaddedBytes, from front: Int, usualSize: Int
  ) throws(InputEvent) -> Int? {
    guard case .input(let input) = origin else { return nil }
    do throws(InputEvent) {
      return try input.exchange(&bytes, from: front, usualSize: usualSize)
    } catch {
      guard error.isWait else { throw error }
      return nil
    }
  }

  /// Whether the next read is known not to wait.
  var isReady: Bool {
    switch origin {
    case .input(let input): input.isReady
    case .memory: true
    case .partition: false
    }
  }

  /// The total number of bytes of text, if known.
  var size: Int64? {
    switch origin {
    case .input(let input): input.size
    case .memory(let bytes): Int64(bytes.count)
    case .partition: nil
    }
  }

  /// The bytes and the number already taken, if they are in memory.
  var inMemory: (bytes: [UInt8], taken: Int)? {
    guard case .memory(let bytes) = origin else { return nil }
    return (bytes, taken)
  }

  /// Takes the next `count` bytes of a source in memory without copying them.
  func advance(_ count: Int) { taken += count }

  /// Moves from the start to an offset in the text. Throws the errors of `read`, and `io` if the
  /// text ends before the offset.
  func skip(_ offset: Int64) throws(InputEvent) {
    guard offset > 0 else { return }
    let isThere: Bool
    switch origin {
    case .input(let input): isThere = try input.skip(offset)
    case .memory(let bytes):
      isThere = offset <= bytes.count
      if isThere { taken = Int(offset) }
    // It begins where reading resumes.
    case .partition: isThere = true
    }
    guard isThere else { throw .failed(SourceFault.endsBefore(offset, name)) }
  }
}
