import Sluice
import SluiceFeed

/// The log feed in some framing, `.accessed`, from memory.
final class LogsFraming: WalkingContender {
  let name: String
  private let bytes: [UInt8]
  private let framing: FeedFraming
  private let step: Int64

  /// One record in `step` is skipped, as if it were bad.
  init(_ name: String, _ bytes: [UInt8], _ framing: FeedFraming, skipping step: Int = 0) {
    self.name = name
    self.bytes = bytes
    self.framing = framing
    self.step = Int64(step)
  }

  func walk(into sink: inout some Sink) throws {
    var feed = try JSONFeed(
      .bytes(bytes, name: "logs"), options: FeedOptions(framing: framing))
    let step = step
    // The next record to skip.
    var next = step > 0 ? step / 2 + 1 : .max
    try feed.forEach { record in
      if record.number == next {
        next += step
        return
      }
      try LogRecordReading.read(record.cursor, into: &sink)
    } rejected: {
      guard step > 0, $0.number == next else { throw $0 }
      next += step
    }
  }
}
