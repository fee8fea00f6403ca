import Sluice
import SluiceFeed

/// The events feed through JSONFeed, by hand over cursors into structs.
final class RulesFeedCursor: DecodingContender {
  let name = "cursor"
  private let feeds: [[UInt8]]

  init(over documents: Documents) { feeds = documents.all.map { Array($0) } }

  func decode(_ take: (Event) -> Void) throws {
    for bytes in feeds {
      var feed = try JSONFeed(.bytes(bytes, name: "events"))
      try feed.forEach { record in
        take(try Event(from: record.cursor))
      } rejected: {
        throw $0.error
      }
    }
  }
}

extension Event {
  /// Each field is looked for from the last one found: one pass over the record in the usual order, and any
  /// order is read.
  @inline(__always)
  fileprivate init(from record: JSONCursor) throws {
    var fields = try record.fields
    guard let id = try fields.value(named: "id")?.int64,
      let type = try fields.value(named: "type")?.string,
      let login = try fields.value(named: "actor")?["login"].string,
      let repository = try fields.value(named: "repo")?["name"].string,
      let payload = try fields.value(named: "payload"),
      let isPublic = try fields.value(named: "public")?.bool,
      let createdAt = try fields.value(named: "created_at")?.string
    else { throw Missing.field }
    self.init(
      id: id, type: type, actor: Actor(login: login), repository: Repository(name: repository),
      payload: try Payload(from: payload), isPublic: isPublic, createdAt: createdAt)
  }
}

extension Event.Payload {
  @inline(__always)
  fileprivate init(from payload: JSONCursor) throws {
    var size: Int64?
    var issue: Event.Issue?
    var fields = try payload.fields
    while let field = try fields.next() {
      if size == nil, field.isNamed("size") {
        if !field.value.isNull { size = try field.value.int64 }
      } else if issue == nil, field.isNamed("issue") {
        if !field.value.isNull { issue = Event.Issue(score: try field.value["score"].double) }
      }
    }
    self.init(size: size, issue: issue)
  }
}
