import Sluice

/// The text of another decoder, up to its limits.
final class LimitedInput: MemberedInput {
  private let decoder: any MemberedInput
  private let limits: DecompressionLimits
  private let name: String
  /// How far the text was decoded.
  private var text: Int64
  /// Where the stretch began whose ratio is compared next.
  private var stretch: (text: Int64, offset: Int64)
  /// Thrown after the text before it, and on every later read.
  private var failure: JSONError?

  /// `text`: where the decoder begins in the text of the source.
  init(
    _ decoder: any MemberedInput, _ limits: DecompressionLimits, name: String, from text: Int64 = 0
  ) {
    self.decoder = decoder
    self.limits = limits
    self.name = name
    self.text = text
    stretch = (text, decoder.offset)
  }

  var offset: Int64 { decoder.offset }
  var verifiedEnd: Int64 { decoder.verifiedEnd }
  var memberStart: Int64 { decoder.memberStart }
  var isCutShort: Bool { decoder.isCutShort }
  var isReady: Bool { decoder.isReady }

  func heed(_ stop: FeedStop) { decoder.heed(stop) }

  func read(into room: UnsafeMutableRawBufferPointer) throws(InputEvent) -> Int {
    if let failure { throw .failed(failure) }
    let count = try unsafe decoder.read(into: room)
    let kept = check(count)
    if kept == 0, let failure { throw .failed(failure) }
    return kept
  }

  /// How many more bytes are within the limits.
  private func check(_ count: Int) -> Int {
    var kept = count
    if let total = limits.total, text + Int64(count) > total {
      kept = Int(max(total - text, 0))
      failure = JSONError(
        .decompressionLimit, at: Int(clamping: offset), name: name,
        reason:
          "its text has more than \(total) bytes, the limit, by byte \(offset) of the file; a higher"
          + " one, or none, allows it (FeedOptions.decompression.total, --max-decompressed)")
    }
    text += Int64(kept)
    if failure == nil, let ratio = limits.ratio, text - stretch.text >= limits.stretch {
      checkRatio(ratio)
    }
    return kept
  }

  private func checkRatio(_ limit: Int) {
    let (length, packed) = (text - stretch.text, max(offset - stretch.offset, 1))
    // Less than one more than the limit is the limit.
    guard length / packed > Int64(limit) else {
      stretch = (text, offset)
      return
    }
    failure = JSONError(
      .decompressionLimit, at: Int(clamping: offset), name: name,
      reason:
        "its \(packed) bytes from byte \(stretch.offset) on make \(length) bytes of text, \(length / packed)"
        + " times as many, and the limit is \(limit) times; if you trust it, allow more"
        + " (FeedOptions.decompression.ratio, --max-ratio N, or off)")
  }
}
