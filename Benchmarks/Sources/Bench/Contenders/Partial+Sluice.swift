import Sluice

/// twitter.json, seven fields of each status, through cursors in the document's order.
final class PartialSluice: WalkingContender {
  let name: String
  private let documents: Documents
  private var reader = JSONReader()

  init(_ name: String = "sluice", over documents: Documents) {
    self.name = name
    self.documents = documents
  }

  func walk(into sink: inout some Sink) throws {
    for bytes in documents.all {
      try reader.withDocument(padded: bytes) { root in
        var statuses = try root["statuses"].elements
        while let status = try statuses.next() {
          try PartialSluice.read(status, into: &sink)
        }
      }
    }
  }

  @inline(__always)
  private static func read(_ status: JSONCursor, into sink: inout some Sink) throws {
    var fields = try status.fields
    guard let createdAt = try fields.next(named: "created_at") else { throw Missing.field }
    try createdAt.text.withUTF8 { sink.text($0) }
    guard let id = try fields.next(named: "id") else { throw Missing.field }
    sink.integer(try id.int64)
    guard let text = try fields.next(named: "text") else { throw Missing.field }
    try text.text.withUTF8 { sink.text($0) }
    guard let user = try fields.next(named: "user") else { throw Missing.field }
    var userFields = try user.fields
    guard let userID = try userFields.next(named: "id") else { throw Missing.field }
    sink.integer(try userID.int64)
    guard let screenName = try userFields.next(named: "screen_name") else { throw Missing.field }
    try screenName.text.withUTF8 { sink.text($0) }
    guard let retweets = try fields.next(named: "retweet_count") else { throw Missing.field }
    sink.integer(try retweets.int64)
    guard let favorites = try fields.next(named: "favorite_count") else { throw Missing.field }
    sink.integer(try favorites.int64)
  }
}

/// A field is missing that every record of the workload has.
enum Missing: Error { case field }
