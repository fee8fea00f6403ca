import Sluice

/// The text of another decoder, up to its limits.
final class LimitedInput: MemberedInput {
  private let decoder: any MemberedInput
  private var meter: DecompressionMeter
  /// Thrown after the text before it, and on every later read.
  private var failure: JSONError?

  /// `text`: where the decoder begins in the text of the source.
  init(
    _ decoder: any MemberedInput, _ limits: DecompressionLimits, name: String, from text: Int64 = 0
  ) {
    self.decoder = decoder
    meter = DecompressionMeter(limits, name: name, text: text, offset: decoder.offset)
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
    let (kept, limit) = meter.note(count, offset: decoder.offset)
    failure = limit
    if kept == 0, let limit { throw .failed(limit) }
    return kept
  }
}
