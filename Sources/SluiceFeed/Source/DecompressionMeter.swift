import Sluice

/// Compares how much text was decoded with the limits.
struct DecompressionMeter {
  private let limits: DecompressionLimits
  private let name: String
  /// How far the text was decoded.
  private var text: Int64
  /// Where the stretch began whose ratio is compared next.
  private var stretch: (text: Int64, offset: Int64)

  /// Begins at a place in the text, and at one in the file.
  init(_ limits: DecompressionLimits, name: String, text: Int64 = 0, offset: Int64 = 0) {
    self.limits = limits
    self.name = name
    self.text = text
    stretch = (text, offset)
  }

  /// Notes `count` more bytes of text, by a place in the file. Returns how many of them are within the limits, and the
  /// error if that is not all, or if no more may follow.
  mutating func note(_ count: Int, offset: Int64) -> (kept: Int, failure: JSONError?) {
    if let total = limits.total, text + Int64(count) > total {
      let kept = Int(max(total - text, 0))
      text += Int64(kept)
      return (
        kept,
        failure(
          at: offset,
          "its text has more than \(total) bytes, the limit, by byte \(offset) of the file; a higher one, or none,"
            + " allows it (FeedOptions.decompression.total, --max-decompressed)")
      )
    }
    text += Int64(count)
    guard let limit = limits.ratio, text - stretch.text >= limits.stretch else {
      return (count, nil)
    }
    let (length, packed) = (text - stretch.text, max(offset - stretch.offset, 1))
    guard length / packed > Int64(limit) else {
      stretch = (text, offset)
      return (count, nil)
    }
    return (
      count,
      failure(
        at: offset,
        "its \(packed) bytes from byte \(stretch.offset) on make \(length) bytes of text, \(length / packed) times as"
          + " many, and the limit is \(limit) times; if you trust it, allow more"
          + " (FeedOptions.decompression.ratio, --max-ratio N, or off)")
    )
  }

  private func failure(at offset: Int64, _ reason: String) -> JSONError {
    JSONError(.decompressionLimit, at: Int(clamping: offset), name: name, reason: reason)
  }
}
