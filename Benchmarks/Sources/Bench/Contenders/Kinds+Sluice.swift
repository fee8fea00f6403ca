import Sluice
import SluiceFeed

/// The fields of a record of any kind.
enum KindField: String, CaseIterable {
  case ts, uid
  case origin = "id.orig_h"
  case port = "id.resp_p"
}

/// Records of mixed kinds through JSONFeed, `.accessed`, from memory, four fields by one picker.
final class KindsSluice: WalkingContender {
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
      var feed = try JSONFeed(.bytes(bytes, name: "kinds"))
      var picker = FieldPicker<KindField>(remembersShapes: remembersShapes)
      try feed.forEach { record in
        let fields = try picker.pick(from: record.cursor)
        sink.real(try fields[.ts].double)
        if let uid = fields[ifPresent: .uid] {
          try uid.text.withUTF8 { sink.text($0) }
        } else {
          sink.missing()
        }
        if let origin = fields[ifPresent: .origin] {
          try origin.text.withUTF8 { sink.text($0) }
        } else {
          sink.missing()
        }
        if let port = fields[ifPresent: .port] {
          sink.integer(try port.int64)
        } else {
          sink.missing()
        }
      } rejected: {
        throw $0.error
      }
    }
  }
}
