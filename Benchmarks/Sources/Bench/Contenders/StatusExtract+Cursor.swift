import Sluice

extension StatusExtract {
  /// By hand over a cursor, in the document's order.
  @inline(__always)
  init(inOrderFrom cursor: JSONCursor) throws {
    var fields = try cursor.fields
    guard let createdAt = try fields.next(named: "created_at")?.string,
      let id = try fields.next(named: "id")?.int64,
      let text = try fields.next(named: "text")?.string,
      let user = try fields.next(named: "user")
    else { throw Missing.field }
    var userFields = try user.fields
    guard let userID = try userFields.next(named: "id")?.int64,
      let screenName = try userFields.next(named: "screen_name")?.string,
      let retweetCount = try fields.next(named: "retweet_count")?.int64,
      let favoriteCount = try fields.next(named: "favorite_count")?.int64
    else { throw Missing.field }
    self.init(
      createdAt: createdAt, id: id, text: text,
      user: UserExtract(id: userID, screenName: screenName), retweetCount: retweetCount,
      favoriteCount: favoriteCount)
  }
}
