import Sluice

extension FeedSource {
  /// Whether a source that begins with these bytes is compressed.
  package static func isPacked(_ head: [UInt8]) -> Bool {
    unsafe head.withUnsafeBufferPointer { unsafe Packing($0).isCompressed }
  }

  /// Whether a source that begins with these bytes is a tar archive.
  package static func isTar(_ head: [UInt8]) -> Bool {
    unsafe head.withUnsafeBufferPointer { unsafe ArchiveFormat($0) } == .tar
  }

  /// The number of first bytes that determine how a source is read.
  package static let headSize = ArchiveFormat.headSize

  /// Whether a source that begins with these bytes is read unchanged, so that offsets in its feed are
  /// offsets in the source.
  package static func isPlain(_ head: [UInt8]) -> Bool {
    unsafe head.withUnsafeBufferPointer {
      unsafe Packing($0) == .plain && TextEncoding(detectedInFeed: $0) == nil
        && ArchiveFormat($0) == nil
    }
  }
}

/// The text of a source: decompressed and transcoded to UTF-8 if its first bytes require it.
///
/// ```
/// gzip, zstd, bzip2, xz, LZ4 ──▶ decompressed ──▶ UTF-16, UTF-32 transcoded ──▶ UTF-8
///                                (a thread of its own, unless the bytes come by themselves)
/// ```
///
/// A source that is an archive yields no bytes, but the event that says so.
///
/// The first bytes are inspected when they are first requested, and only as many as needed. So a
/// pipe is not waited for longer than its first record needs.
final class DecodedInput: ByteInput {
  private let raw: PeekableInput
  private let name: String
  private let isThreaded: Bool
  private let limits: DecompressionLimits
  /// Whether it is a file of an archive.
  private let isMember: Bool
  /// Whether gaps may come anywhere in the text, and not only at its start.
  private let mayHaveGaps: Bool
  /// What the source was found to be an archive of.
  private var archive: (format: ArchiveFormat, bytes: PeekableInput)?
  /// The decompressed bytes, once the format is known.
  private var unpacked: PeekableInput?
  /// The UTF-8 text, once the encoding is known.
  private var text: (any ByteInput)?
  /// What the bytes of gaps become (``GapInput``).
  var gapFiller: UInt8 = 0x20 { didSet { gaps?.filler = gapFiller } }
  private var gaps: GapInput? { text as? GapInput }

  /// `isThreaded`: decompression has its own thread, in parallel to reading records.
  init(
    _ raw: any ByteInput, name: String, limits: DecompressionLimits, isThreaded: Bool,
    isMember: Bool = false, mayHaveGaps: Bool = false
  ) {
    self.limits = limits
    self.mayHaveGaps = mayHaveGaps || raw is FollowedInput
    self.isMember = isMember
    self.raw = PeekableInput(raw)
    self.name = name
    self.isThreaded = isThreaded
  }

  func read(into room: UnsafeMutableRawBufferPointer) throws(InputEvent) -> Int {
    if let text { return try unsafe text.read(into: room) }
    return try unsafe identified().read(into: room)
  }

  func exchange(
    _ bytes: inout PaddedBytes, from front: Int, usualSize: Int
  ) throws(InputEvent) -> Int? {
    try identified().exchange(&bytes, from: front, usualSize: usualSize)
  }

  func skip(_ count: Int64) throws(InputEvent) -> Bool { try identified().skip(count) }

  func heed(_ stop: FeedStop) { raw.heed(stop) }

  func takeNotes() -> [SourceNote] { gaps?.takeNotes() ?? raw.takeNotes() }

  var followed: FollowedInput? { raw.followed }
  var isReady: Bool { text?.isReady ?? false }
  var size: Int64? { text === raw || gaps != nil && unpacked === raw ? raw.size : nil }
  /// The underlying file, if it was found to be read unchanged.
  var plainFile: FileInput? { text === raw ? raw.file : nil }

  private func identified() throws(InputEvent) -> any ByteInput {
    if let text { return text }
    let unpacked = try decompressed()
    try checkArchive(unpacked)
    try unsafe unpacked.peek(while: TextEncoding.isUndecided)
    let encoding = unsafe unpacked.head.withUnsafeBufferPointer {
      unsafe TextEncoding(detectedInFeed: $0)
    }
    let text: any ByteInput =
      if let encoding {
        TranscodedInput(unpacked, from: encoding, name: name)
      } else if mayHaveGaps || GapInput.isBegun(by: unpacked.head) {
        GapInput(unpacked, name: name, filler: gapFiller)
      } else {
        unpacked
      }
    self.text = text
    return text
  }

  private func checkArchive(_ unpacked: PeekableInput) throws(InputEvent) {
    if archive == nil {
      try unsafe unpacked.peek(upTo: ArchiveFormat.headSize, while: ArchiveFormat.isUndecided)
      let format = unsafe unpacked.head.withUnsafeBufferPointer { unsafe ArchiveFormat($0) }
      guard let format else { return }
      archive = (format, unpacked)
    }
    guard let archive else { return }
    if isMember || !isThreaded {
      throw .failed(
        JSONError(
          .unsupportedEncoding, at: 0,
          name: "\(archive.format.words) (\(name)) "
            + (isMember
              ? "inside an archive: unpack the outer one first"
              : "as an asynchronous sequence: store it in a file, and read that")))
    }
    throw .archive(name)
  }

  /// Whether it is an archive whose files were not opened yet.
  var isArchive: Bool {
    get throws(InputEvent) {
      do throws(InputEvent) {
        _ = try identified()
        return false
      } catch {
        guard case .archive = error else { throw error }
        return true
      }
    }
  }

  /// The reader of the files in it, if it is an archive.
  func openArchive(members: String?) throws(InputEvent) -> ArchiveReader? {
    do throws(InputEvent) {
      _ = try identified()
      return nil
    } catch {
      guard case .archive = error, let (format, bytes) = archive else { throw error }
      // Read again, it is at its end.
      text = MemoryInput([])
      return try InputEvent.asFailures(
        try ArchiveReader(bytes, format, name: name, members: members, limits: limits))
    }
  }

  private func decompressed() throws(InputEvent) -> PeekableInput {
    if let unpacked { return unpacked }
    try unsafe raw.peek(while: Packing.isUndecided)
    let packing = unsafe raw.head.withUnsafeBufferPointer(Packing.init)
    if case .foreign(let format) = packing { throw .failed(format.error(name)) }
    let announced = FlushBeforeWaitInput(raw)
    let made = try InputEvent.asFailures(
      try packing.decoder(announced, name: name, limits: limits))
    guard let decoder = made else {
      unpacked = raw
      return raw
    }
    let unpacked = PeekableInput(
      isThreaded ? ReadAheadInput(decoder, of: announced, name: name) : decoder)
    self.unpacked = unpacked
    return unpacked
  }
}
