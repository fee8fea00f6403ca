import CZstd
import Sluice

/// The text of a Zstandard file (RFC 8878), decoded by libzstd: of all its frames, skippable ones
/// passed over. A frame's checksum is compared where it has one.
final class ZstdInput: MemberedInput {
  private var compressed: CompressedBytes
  private let decoder: OpaquePointer
  private var isInFrame = false
  /// Where the frame at hand begins.
  private var frameStart: Int64 = 0
  /// Whether the decoder may hold text for which there was no room.
  private var mayHoldMore = false
  /// What ended the decoding: thrown from then on, behind the text before it.
  private var failure: JSONError?
  private(set) var verifiedEnd: Int64 = 0
  private(set) var isCutShort = false
  var memberStart: Int64 { frameStart }

  /// The largest window that a frame may ask for, as a power of two: 128 MiB, what the `zstd`
  /// command grants without being told to, and more than any of its levels asks for.
  static let largestWindow: Int32 = 27

  /// Throws `out-of-memory`.
  init(_ input: any ByteInput, name: String) throws(JSONError) {
    guard let decoder = ZSTD_createDCtx() else { throw JSONError(.outOfMemory, at: 0) }
    self.decoder = decoder
    _ = ZSTD_DCtx_setParameter(decoder, ZSTD_d_windowLogMax, ZstdInput.largestWindow)
    compressed = CompressedBytes(input, name: name)
  }

  deinit { ZSTD_freeDCtx(decoder) }

  func heed(_ stop: FeedStop) { compressed.heed(stop) }

  func read(into room: UnsafeMutableRawBufferPointer) throws(JSONError) -> Int {
    if let failure { throw failure }
    var written = 0
    while written < room.count {
      if compressed.pending.isEmpty, !mayHoldMore {
        // What is decoded is handed on before more is waited for, and before what reading more throws.
        if written > 0, !compressed.isFilledAtOnce() { break }
        guard try compressed.fill() else { return try end() }
      }
      written += decode(into: UnsafeMutableRawBufferPointer(rebasing: room[written...]))
      if let failure {
        if written > 0 { break }
        throw failure
      }
    }
    return written
  }

  private func end() throws(JSONError) -> Int {
    guard isInFrame else { return 0 }
    isCutShort = true
    let failure = compressed.failure(
      "it is cut short: it ends at byte \(compressed.offset), inside the zstd frame that begins at"
        + " byte \(frameStart)")
    self.failure = failure
    throw failure
  }

  private func decode(into room: UnsafeMutableRawBufferPointer) -> Int {
    if !isInFrame { frameStart = compressed.offset }
    let pending = compressed.pending
    var input = ZSTD_inBuffer(src: pending.baseAddress, size: pending.count, pos: 0)
    var output = ZSTD_outBuffer(dst: room.baseAddress, size: room.count, pos: 0)
    let result = ZSTD_decompressStream(decoder, &output, &input)
    compressed.take(input.pos)
    if ZSTD_isError(result) != 0 {
      failure = compressed.failure(reason(result))
      return output.pos
    }
    isInFrame = result != 0
    if !isInFrame { verifiedEnd = compressed.offset }
    mayHoldMore = isInFrame && output.pos == output.size
    if isInFrame, !mayHoldMore, input.pos == 0, output.pos == 0, pending.count > 0 {
      failure = compressed.failure("the decoder is stuck at byte \(compressed.offset)")
    }
    return output.pos
  }

  private func reason(_ result: Int) -> String {
    let code = UInt32(bitPattern: czstd_error(result))
    if code == ZSTD_error_prefix_unknown.rawValue, frameStart > 0 {
      return "behind its zstd frames, from byte \(frameStart) on, is something that is no frame"
    }
    let what =
      switch code {
      case ZSTD_error_checksum_wrong.rawValue: "its checksum is not that of its text"
      case ZSTD_error_frameParameter_windowTooLarge.rawValue:
        "it asks for a window of more than \(1 << (ZstdInput.largestWindow - 20)) MiB, the most that"
          + " is granted; compress with a smaller --long"
      case ZSTD_error_dictionary_wrong.rawValue: "it needs a dictionary"
      case ZSTD_error_memory_allocation.rawValue: "there is no memory for its window"
      default: "its data is damaged (\(String(cString: ZSTD_getErrorName(result))))"
      }
    return "the zstd frame that begins at byte \(frameStart): \(what) (byte \(compressed.offset))"
  }
}
