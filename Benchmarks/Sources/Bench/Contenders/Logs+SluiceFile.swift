import Sluice
import SluiceFeed

/// The log feed through JSONFeed, `.accessed`, from a file, its fields by a picker.
final class LogsSluiceFile: WalkingContender {
  let name = "sluice"
  private let path: String
  private let beginning: String
  private let folder: ScratchFolder

  /// `beginning`: a file whose values are compared.
  init(_ path: String, beginning: String, in folder: ScratchFolder) {
    self.path = path
    self.beginning = beginning
    self.folder = folder
  }

  func walk(into sink: inout some Sink) throws { try walk(path, into: &sink) }

  func values() throws -> [UInt8] {
    var text = Text()
    try walk(beginning, into: &text)
    return text.bytes
  }

  private func walk(_ path: String, into sink: inout some Sink) throws {
    var feed = try JSONFeed(.file(path))
    var picker = FieldPicker<LogField>()
    try feed.forEach { record in
      try LogRecordPicking.read(record.cursor, by: &picker, into: &sink)
    } rejected: {
      throw $0.error
    }
  }
}
