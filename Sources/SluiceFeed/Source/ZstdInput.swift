import CZstd
import Sluice

/// The text of a Zstandard file (RFC 8878), decoded by libzstd: all its frames, without the
/// skippable ones. Compares a frame's checksum if it has one, and the size of its text if it says that: libzstd itself
/// leaves the size out where the last block is empty, unless it gets the whole frame at once.
///
/// Sound because it owns the decoder, which is freed with it.
@safe
final class ZstdInput: CheckedInput {
  private var compressed: CompressedBytes
  private let decoder: OpaquePointer
  private var isInFrame = false
  /// Where the current frame begins.
  private var frameStart: Int64 = 0
  /// The first bytes of the current frame, in which its header is, and the size of its text so far.
  private var header: (UInt64, UInt64, UInt64) = (0, 0, 0)
  private var headerCount = 0
  private var textSize: UInt64 = 0
  /// Whether the decoder may hold text that did not fit.
  private var mayHoldMore = false
  /// The error that ended the decoding: thrown after the text before it, and on every later read.
  private var failure: JSONError?
  private(set) var verifiedEnd: Int64 = 0
  private(set) var isCutShort = false
  var check: MemberCheck?
  var memberStart: Int64 { frameStart }

  /// The largest window that a frame may request, as a power of two: 128 MiB. The `zstd` command
  /// grants this by default, and none of its levels requests more.
  static let largestWindow: Int32 = 27

  /// At least the most bytes of a frame's header: ZSTD_FRAMEHEADERSIZE_MAX is 18.
  private static let longestHeader = 24

  /// Decodes the frames from the one at `offset` of the file on, where `input` is. Throws `out-of-memory`.
  init(_ input: any ByteInput, name: String, from offset: Int64 = 0) throws(JSONError) {
    guard let decoder = unsafe ZSTD_createDCtx() else { throw JSONError(.outOfMemory, at: 0) }
    unsafe self.decoder = unsafe decoder
    _ = unsafe ZSTD_DCtx_setParameter(decoder, ZSTD_d_windowLogMax, ZstdInput.largestWindow)
    compressed = CompressedBytes(input, name: name, from: offset)
  }

  var offset: Int64 { compressed.offset }

  deinit { unsafe ZSTD_freeDCtx(decoder) }

  func heed(_ stop: FeedStop) { compressed.heed(stop) }

  func read(into room: UnsafeMutableRawBufferPointer) throws(InputEvent) -> Int {
    if let failure { throw .failed(failure) }
    var written = 0
    while written < room.count {
      if unsafe compressed.pending.isEmpty, !mayHoldMore {
        // Passes decoded text on before waiting for more, and before any error from reading more.
        if written > 0, !compressed.isFilledAtOnce() { break }
        guard try compressed.fill() else { return try end() }
      }
      unsafe written += decode(into: UnsafeMutableRawBufferPointer(rebasing: room[written...]))
      if let failure {
        if written > 0 { break }
        throw .failed(failure)
      }
    }
    return written
  }

  private func end() throws(InputEvent) -> Int {
    guard isInFrame else { return 0 }
    isCutShort = true
    let failure = compressed.failure(
      "it is cut short: it ends at byte \(compressed.offset), inside the zstd frame that begins at"
        + " byte \(frameStart)")
    self.failure = failure
    throw .failed(failure)
  }

  private func decode(into room: UnsafeMutableRawBufferPointer) -> Int {
    if !isInFrame {
      frameStart = compressed.offset
      (headerCount, textSize) = (0, 0)
    }
    let pending = unsafe compressed.pending
    var input = unsafe ZSTD_inBuffer(src: pending.baseAddress, size: pending.count, pos: 0)
    var output = unsafe ZSTD_outBuffer(dst: room.baseAddress, size: room.count, pos: 0)
    let result = unsafe ZSTD_decompressStream(decoder, &output, &input)
    let more = unsafe min(ZstdInput.longestHeader - headerCount, input.pos)
    if more > 0 {
      unsafe withUnsafeMutableBytes(of: &header) {
        unsafe $0[headerCount...].copyBytes(from: pending[..<more])
      }
      headerCount += more
    }
    textSize &+= UInt64(unsafe output.pos)
    unsafe compressed.advance(input.pos)
    if ZSTD_isError(result) != 0 {
      failure = compressed.failure(reason(result))
      return unsafe checked(output.pos)
    }
    isInFrame = result != 0
    if !isInFrame, let size = announcedSize, size != textSize {
      failure = compressed.failure(
        "the zstd frame that begins at byte \(frameStart): its text has \(textSize) bytes, and its header"
          + " says \(size) (byte \(compressed.offset))")
      return unsafe checked(output.pos)
    }
    if !isInFrame { verifiedEnd = compressed.offset }
    mayHoldMore = unsafe isInFrame && output.pos == output.size
    if isInFrame, !mayHoldMore, unsafe input.pos == 0, unsafe output.pos == 0, pending.count > 0 {
      failure = compressed.failure("the decoder is stuck at byte \(compressed.offset)")
    }
    return unsafe checked(output.pos, endingAt: isInFrame ? nil : compressed.offset)
  }

  /// The size of the text that the frame's header says; nil: none.
  private var announcedSize: UInt64? {
    let size = unsafe withUnsafeBytes(of: header) {
      unsafe ZSTD_getFrameContentSize($0.baseAddress, headerCount)
    }
    // ZSTD_CONTENTSIZE_UNKNOWN and ZSTD_CONTENTSIZE_ERROR are -1 and -2.
    return size < UInt64.max - 1 ? size : nil
  }

  private func checked(_ count: Int, endingAt end: Int64? = nil) -> Int {
    guard let (kept, fault) = check?.note(count, endingAt: end) else { return count }
    if failure == nil { failure = fault }
    return kept
  }

  private func reason(_ result: Int) -> String {
    let code = UInt32(bitPattern: czstd_error(result))
    if code == ZSTD_error_prefix_unknown.rawValue, frameStart > 0 {
      return "after its zstd frames, from byte \(frameStart) on, is something that is not a frame"
    }
    let what =
      switch code {
      case ZSTD_error_checksum_wrong.rawValue: "its checksum does not match its text"
      case ZSTD_error_frameParameter_windowTooLarge.rawValue:
        "it asks for a window of more than \(1 << (ZstdInput.largestWindow - 20)) MiB, the"
          + " maximum; compress with a smaller --long"
      case ZSTD_error_dictionary_wrong.rawValue: "it needs a dictionary"
      case ZSTD_error_memory_allocation.rawValue: "there is no memory for its window"
      default: unsafe "its data is damaged (\(String(cString: ZSTD_getErrorName(result))))"
      }
    return "the zstd frame that begins at byte \(frameStart): \(what) (byte \(compressed.offset))"
  }
}
