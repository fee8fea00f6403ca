import Sluice
import SluiceFeed

/// The log feed through JSONFeed, `.accessed`, from memory, its fields by a picker.
final class LogsSluice: WalkingContender {
  let name: String
  private let remembersShapes: Bool
  private let feeds: [[UInt8]]

  init(_ name: String = "sluice", over documents: Documents, remembersShapes: Bool = true) {
    self.name = name
    self.remembersShapes = remembersShapes
    feeds = documents.all.map { Array($0) }
  }

  func walk(into sink: inout some Sink) throws {
    for bytes in feeds {
      var feed = try JSONFeed(.bytes(bytes, name: "logs"))
      var picker = FieldPicker<LogField>(remembersShapes: remembersShapes)
      try feed.forEach { record in
        try LogRecordPicking.read(record.cursor, by: &picker, into: &sink)
      } rejected: {
        throw $0.error
      }
    }
  }
}
