import Sluice
import SluiceFeed

/// The log feed through JSONFeed like `sluice`, but with a separate look-up for each field of the current
/// record: shows what a picker saves. Reported only.
final class LogsSluiceFields: WalkingContender {
  let name = "sluice.fields"
  private let feeds: [[UInt8]]

  init(over documents: Documents) { feeds = documents.all.map { Array($0) } }

  func walk(into sink: inout some Sink) throws {
    for bytes in feeds {
      var feed = try JSONFeed(.bytes(bytes, name: "logs"))
      try feed.forEach { record in
        try LogRecordReading.read(record.cursor, into: &sink)
      } rejected: {
        throw $0.error
      }
    }
  }
}
