import Sluice
import SluiceFeed

/// The fields of an event.
enum EventField: String, CaseIterable {
  case id, type, actor, repo, payload
  case isPublic = "public"
  case createdAt = "created_at"
}

/// The events feed through JSONFeed, `.accessed`, from memory, its fields by a picker.
final class EventsSluice: WalkingContender {
  let name = "sluice"
  private let feeds: [[UInt8]]

  init(over documents: Documents) { feeds = documents.all.map { Array($0) } }

  func walk(into sink: inout some Sink) throws {
    for bytes in feeds {
      var feed = try JSONFeed(.bytes(bytes, name: "events"))
      var picker = FieldPicker<EventField>()
      try feed.forEach { record in
        let fields = try picker.pick(from: record.cursor)
        sink.integer(try fields[.id].int64)
        try fields[.type].text.withUTF8 { sink.text($0) }
        try fields[.actor]["login"].text.withUTF8 { sink.text($0) }
        try fields[.repo]["name"].text.withUTF8 { sink.text($0) }
        try EventsSluice.read(payload: fields[.payload], into: &sink)
        sink.integer(try fields[.isPublic].bool ? 1 : 0)
        try fields[.createdAt].text.withUTF8 { sink.text($0) }
      } rejected: {
        throw $0.error
      }
    }
  }

  /// One walk for both, as either may be missing.
  @inline(__always)
  private static func read(payload: JSONCursor, into sink: inout some Sink) throws {
    var size: Int64?
    var score: Double?
    var fields = try payload.fields
    while let field = try fields.next() {
      if field.isNamed("size") {
        size = try field.value.int64
      } else if field.isNamed("issue") {
        score = try field.value["score"].double
      }
    }
    if let size { sink.integer(size) } else { sink.missing() }
    if let score { sink.real(score) } else { sink.missing() }
  }
}
