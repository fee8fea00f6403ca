import CDecompression
import Sluice

/// The text of a bzip2, xz or LZ4 file, decoded by a library that is loaded at run time: all its streams
/// or frames in order, without skippable ones.
///
/// The libraries compare the checksums that a file has. Between xz streams, and after the last one, zeros
/// may follow, four at a time; anything else there is an error.
///
/// Sound because it owns the decoder, which is freed with it.
@safe
final class LoadedInput: MemberedInput {
  private var compressed: CompressedBytes
  private let format: LoadedFormat
  private let decoder: OpaquePointer
  private var place = StreamPosition.between
  /// The first bytes of the current member.
  private var beginning: [UInt8] = []
  /// Whether the decoder may hold text that did not fit.
  private var mayHoldMore = false
  /// Where the current member begins.
  private(set) var memberStart: Int64
  private(set) var verifiedEnd: Int64 = 0
  private(set) var isCutShort = false
  /// The error that ended the decoding: thrown after the text before it, and on every later read.
  private var failure: JSONError?
  /// Where the file's first member begins.
  private let firstStart: Int64

  private enum StreamPosition {
    /// Before a member, or at the end.
    case between
    case inMember
    /// In zeros after a member, from this offset on.
    case padding(Int64)
  }

  /// The largest dictionary that an xz stream may request, in MiB: four times as large as that of `xz -9`.
  static let largestDictionary = 256
  /// What liblzma needs in addition to the dictionary, in MiB.
  private static let additional = 16
  /// As many first bytes as any format has.
  private static let beginningSize = 10

  /// Decodes the members from the one at `offset` of the file on, where `input` is. Throws
  /// `unsupported-encoding` if the library can't be loaded, and `out-of-memory`.
  init(
    _ input: any ByteInput, _ format: LoadedFormat, name: String, from offset: Int64 = 0
  ) throws(JSONError) {
    try format.load(for: name)
    let most = UInt64(LoadedInput.largestDictionary + LoadedInput.additional) << 20
    guard let decoder = unsafe cdc_make(format.number, most) else {
      throw JSONError(.outOfMemory, at: 0)
    }
    unsafe self.decoder = unsafe decoder
    self.format = format
    memberStart = offset
    firstStart = offset
    compressed = CompressedBytes(input, name: name, from: offset)
    beginning.reserveCapacity(LoadedInput.beginningSize)
  }

  var offset: Int64 { compressed.offset }

  deinit { unsafe cdc_free(decoder) }

  func heed(_ stop: FeedStop) { compressed.heed(stop) }

  func read(into room: UnsafeMutableRawBufferPointer) throws(InputEvent) -> Int {
    if let failure { throw .failed(failure) }
    let room = unsafe room.bindMemory(to: UInt8.self)
    var written = 0
    while written < room.count {
      if unsafe compressed.pending.isEmpty, !mayHoldMore {
        // Passes decoded text on before waiting for more, and before any error from reading more.
        if written > 0, !compressed.isFilledAtOnce() { break }
        guard try compressed.fill() else { return try end() }
      }
      switch place {
      case .between: begin()
      case .padding(let start): passZeros(since: start)
      case .inMember:
        unsafe written += decode(into: UnsafeMutableBufferPointer(rebasing: room[written...]))
      }
      if let failure {
        if written > 0 { break }
        throw .failed(failure)
      }
    }
    return written
  }

  private func end() throws(InputEvent) -> Int {
    switch place {
    case .between: return 0
    case .padding(let start):
      guard (compressed.offset - start) % 4 == 0 else {
        let failure = uneven(start)
        self.failure = failure
        throw .failed(failure)
      }
      verifiedEnd = compressed.offset
      return 0
    case .inMember:
      isCutShort = true
      let failure = compressed.failure(
        "it is cut short: it ends at byte \(compressed.offset), inside the \(format.member) that"
          + " begins at byte \(memberStart)")
      self.failure = failure
      throw .failed(failure)
    }
  }

  /// At the first byte of a member, or of something else.
  private func begin() {
    memberStart = compressed.offset
    beginning.removeAll(keepingCapacity: true)
    if format == .xz, memberStart > firstStart, unsafe compressed.pending.first == 0 {
      place = .padding(memberStart)
    } else if unsafe cdc_begin(decoder) == Int32(CDC_OK) {
      place = .inMember
    } else {
      failure = compressed.failure(reason(Int32(CDC_NO_MEMORY)))
    }
  }

  /// Zeros between xz streams, or after the last one.
  private func passZeros(since start: Int64) {
    let pending = unsafe compressed.pending
    let zeros = unsafe pending.firstIndex { $0 != 0 } ?? pending.count
    compressed.advance(zeros)
    guard zeros < pending.count else { return }
    if (compressed.offset - start) % 4 == 0 { place = .between } else { failure = uneven(start) }
  }

  private func decode(into room: UnsafeMutableBufferPointer<UInt8>) -> Int {
    let pending = unsafe compressed.pending
    guard unsafe isMember(pending) else {
      failure = garbage()
      return 0
    }
    var (taken, written) = (0, 0)
    let result = unsafe cdc_decode(
      decoder, pending.baseAddress, pending.count, room.baseAddress, min(room.count, 1 << 30),
      &taken, &written)
    compressed.advance(taken)
    mayHoldMore = false
    switch Int(result) {
    case CDC_OK:
      mayHoldMore = written == room.count
      if !mayHoldMore, taken == 0, written == 0, !pending.isEmpty {
        failure = compressed.failure("the decoder is stuck at byte \(compressed.offset)")
      }
    case CDC_END:
      place = .between
      verifiedEnd = compressed.offset
    case CDC_NOT_BEGUN: failure = garbage()
    default: failure = compressed.failure(reason(result))
    }
    return written
  }

  /// Whether the current member begins as members do, as far as it was read. The libraries find that out
  /// later, or wait for more bytes than follow.
  private func isMember(_ pending: UnsafeBufferPointer<UInt8>) -> Bool {
    let known = Int(clamping: compressed.offset - memberStart)
    guard known < LoadedInput.beginningSize else { return true }
    unsafe beginning.replaceSubrange(
      known..., with: pending.prefix(LoadedInput.beginningSize - known))
    return unsafe beginning.withUnsafeBufferPointer { unsafe format.isContinued(by: $0) }
  }

  private func uneven(_ start: Int64) -> JSONError {
    compressed.failure(
      "after its \(format.member)s, from byte \(start) on, are \(compressed.offset - start) zeros, which"
        + " is not a multiple of four")
  }

  private func garbage() -> JSONError {
    if memberStart == firstStart {
      return compressed.failure(
        "the \(format.member) that begins at byte \(memberStart): its header is damaged"
          + " (byte \(compressed.offset))")
    }
    let isLegacy = format == .lz4 && beginning.starts(with: LoadedFormat.legacyLZ4)
    return compressed.failure(
      "after its \(format.member)s, from byte \(memberStart) on, is something that is "
        + (isLegacy
          ? "a frame of LZ4's legacy format, which is not read: lz4 -dc FILE | sluice … -"
          : "not a \(format == .lz4 ? "frame" : "stream")"))
  }

  private func reason(_ result: Int32) -> String {
    let what =
      switch Int(result) {
      case CDC_BAD_HEADER: "its header is damaged"
      case CDC_BAD_CHECKSUM: "its checksum or length does not match its text"
      case CDC_DAMAGED_OR_BAD_CHECKSUM:
        "its data is damaged, or its checksum does not match its text"
      case CDC_TOO_LARGE:
        "it asks for a dictionary of more than \(LoadedInput.largestDictionary) MiB, the maximum;"
          + " compress with a smaller one, such as that of xz -9"
      case CDC_NO_MEMORY: "there is no memory for its decoder"
      case CDC_UNSUPPORTED:
        "it uses a filter, a checksum or a version that \(format.library) doesn't know here"
      case _ where format == .lz4 && needsDictionary: "it needs a dictionary"
      default: "its data is damaged"
      }
    return "the \(format.member) that begins at byte \(memberStart): \(what)"
      + " (byte \(compressed.offset))"
  }

  /// Whether the header of an LZ4 frame has the number of a dictionary (frame format 1.6.2, FLG).
  private var needsDictionary: Bool {
    beginning.count > 4 && beginning[0] == 0x04 && beginning[4] & 1 != 0
  }
}

extension LoadedFormat {
  /// The magic number of the format before frames, which has no end mark and no checksums.
  static let legacyLZ4: [UInt8] = [0x02, 0x21, 0x4C, 0x18]

  /// Whether these may be the first bytes of a member; of LZ4 also of a skippable frame.
  fileprivate func isContinued(by head: UnsafeBufferPointer<UInt8>) -> Bool {
    if unsafe isBegun(by: head) != false { return true }
    return unsafe self == .lz4 && Packing.mayBeSkippable(head)
  }
}
