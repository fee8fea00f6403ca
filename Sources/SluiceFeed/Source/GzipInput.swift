import CISAL
import Sluice

/// The text of a gzip file (RFC 1952), decoded by Intel ISA-L: all its members in order.
///
/// Checks the CRC and length of each member. Zeros may follow the last one, as tapes leave them and
/// as gzip(1) accepts them; anything else there is an error.
///
/// Sound because it owns the decoder, which is freed with it.
@safe
final class GzipInput: CheckedInput {
  private var compressed: CompressedBytes
  private let decoder: UnsafeMutablePointer<cisal_decoder>
  private var place = MemberPosition.between
  /// Where the current member begins.
  private(set) var memberStart: Int64 = 0
  private(set) var verifiedEnd: Int64 = 0
  private(set) var isCutShort = false
  var check: MemberCheck?
  /// The error that ended the decoding: thrown after the text before it, and on every later read.
  private var failure: JSONError?

  private enum MemberPosition {
    /// Before a member, or at the end.
    case between
    case inMember
    /// In zeros after the last member.
    case padding
  }

  /// Decodes the members from the one at `offset` of the file on, where `input` is. Throws `out-of-memory`.
  init(_ input: any ByteInput, name: String, from offset: Int64 = 0) throws(JSONError) {
    guard let decoder = unsafe cisal_make() else { throw JSONError(.outOfMemory, at: 0) }
    unsafe self.decoder = unsafe decoder
    compressed = CompressedBytes(input, name: name, from: offset)
  }

  var offset: Int64 { compressed.offset }

  deinit { unsafe cisal_free(decoder) }

  func heed(_ stop: FeedStop) { compressed.heed(stop) }

  func read(into room: UnsafeMutableRawBufferPointer) throws(InputEvent) -> Int {
    if let failure { throw .failed(failure) }
    let room = unsafe room.bindMemory(to: UInt8.self)
    var written = 0
    while written < room.count {
      if unsafe compressed.pending.isEmpty {
        // Passes decoded text on before waiting for more, and before any error from reading more.
        if written > 0, !compressed.isFilledAtOnce() { break }
        guard try compressed.fill() else { return try end() }
      }
      switch place {
      case .between: begin()
      case .padding: passZeros()
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
    guard case .inMember = place else {
      // Zeros after the last member count as verified.
      verifiedEnd = compressed.offset
      return 0
    }
    isCutShort = true
    let failure = compressed.failure(
      "it is cut short: it ends at byte \(compressed.offset), inside the gzip member that begins at"
        + " byte \(memberStart)")
    self.failure = failure
    throw .failed(failure)
  }

  /// At the first byte of a member, or of something else. The decoder checks the second byte.
  private func begin() {
    memberStart = compressed.offset
    switch unsafe compressed.pending.first {
    case 0x1F:
      unsafe cisal_begin(decoder)
      place = .inMember
    case 0 where memberStart > 0: place = .padding
    default: failure = garbage()
    }
  }

  private func passZeros() {
    let pending = unsafe compressed.pending
    let zeros = unsafe pending.firstIndex { $0 != 0 } ?? pending.count
    compressed.advance(zeros)
    if zeros < pending.count { failure = garbage() }
  }

  private func decode(into room: UnsafeMutableBufferPointer<UInt8>) -> Int {
    let pending = unsafe compressed.pending
    var (taken, written) = (0, 0)
    let result = unsafe cisal_decode(
      decoder, pending.baseAddress, pending.count, room.baseAddress, min(room.count, 1 << 30),
      &taken, &written)
    compressed.advance(taken)
    if Int(result) != CISAL_OK {
      failure = compressed.failure(reason(result))
    } else if unsafe cisal_is_finished(decoder) != 0 {
      place = .between
      verifiedEnd = compressed.offset
      return checked(written, endingAt: verifiedEnd)
    } else if taken == 0, written == 0 {
      failure = compressed.failure("the decoder is stuck at byte \(compressed.offset)")
    }
    return checked(written)
  }

  private func checked(_ count: Int, endingAt end: Int64? = nil) -> Int {
    guard let (kept, fault) = check?.note(count, endingAt: end) else { return count }
    if failure == nil { failure = fault }
    return kept
  }

  private func garbage() -> JSONError {
    compressed.failure(
      "after its gzip members, from byte \(compressed.offset) on, is something that is neither a"
        + " member nor zeros")
  }

  private func reason(_ result: Int32) -> String {
    let what =
      switch Int(result) {
      case CISAL_BAD_CHECKSUM: "its checksum or length does not match its text"
      case CISAL_BAD_HEADER: "it has no gzip header"
      case CISAL_BAD_METHOD: "it is compressed by another method than deflate"
      default: "its data is damaged"
      }
    return "the gzip member that begins at byte \(memberStart): \(what) (byte \(compressed.offset))"
  }
}
