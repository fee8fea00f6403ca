import Sluice
import SluiceFeed

/// The fields at paths, by cursors: of each line, or of one document.
final class FileSluice: WalkingContender {
  let name: String
  private let file: UserFile
  private let lines: [UInt8]
  private let pointers: [JSONPointer]
  private let options: FeedOptions
  private var reader: JSONReader

  init(_ name: String, _ file: UserFile, _ checking: JSONChecking) {
    self.name = name
    self.file = file
    lines = file.isLines ? Array(file.documents.all[0]) : []
    pointers = file.paths.map { JSONPointer(tokens: $0) }
    options = FeedOptions(framing: .lines, checking: checking, maximumRecordSize: 2 << 30)
    reader = JSONReader(checking: checking)
  }

  func walk(into sink: inout some Sink) throws {
    guard file.isLines else {
      for document in file.documents.all {
        try reader.withDocument(padded: document) { try read($0, into: &sink) }
      }
      return
    }
    var feed = try JSONFeed(.bytes(lines, name: "file"), options: options)
    try feed.forEach { record in
      try read(record.cursor, into: &sink)
    } rejected: {
      throw $0.error
    }
  }

  @inline(__always)
  private func read(_ root: JSONCursor, into sink: inout some Sink) throws {
    for pointer in pointers {
      guard let value = try root.at(ifPresent: pointer) else {
        sink.missing()
        continue
      }
      switch try value.kind {
      case .string: try value.text.withUTF8 { sink.text($0) }
      case .number: sink.real(try value.double)
      case .bool: sink.integer(try value.bool ? 1 : 0)
      case .null: sink.missing()
      case .object, .array: sink.integer(2)
      }
    }
  }
}
