import Sluice
import SluiceFeed

/// The compressed log feed through JSONFeed, `.accessed`, from memory, its fields by a picker. Two threads work, so the
/// time is wall-clock time.
final class PackedSluice: WalkingContender {
  let name = "sluice"
  private let packed: [UInt8]

  init(_ packed: [UInt8]) { self.packed = packed }

  func walk(into sink: inout some Sink) throws {
    var feed = try JSONFeed(.bytes(packed, name: "logs"))
    var picker = FieldPicker<LogField>()
    try feed.forEach { record in
      try LogRecordPicking.read(record.cursor, by: &picker, into: &sink)
    } rejected: {
      throw $0.error
    }
  }

  func timed(passes: Int) throws -> (seconds: Double, tally: Tally) {
    try WallClock.timed { try run(passes: passes) }
  }
}
