import Foundation

/// twitter.json through JSONSerialization, and dictionary lookups into structs.
final class RulesPartialJSONSerialization: DecodingContender {
  let name = "jsonserialization"
  private let documents: [Data]

  init(over documents: Documents) { self.documents = documents.all.map { Data(buffer: $0) } }

  func decode(_ take: ([StatusExtract]) -> Void) throws {
    for data in documents {
      guard let root = try JSONSerialization.jsonObject(with: data) as? [String: Any],
        let statuses = root["statuses"] as? [[String: Any]]
      else { throw Missing.field }
      take(try statuses.map(RulesPartialJSONSerialization.status))
    }
  }

  private static func status(_ status: [String: Any]) throws -> StatusExtract {
    guard let createdAt = status["created_at"] as? String, let id = status["id"] as? Int64,
      let text = status["text"] as? String, let user = status["user"] as? [String: Any],
      let userID = user["id"] as? Int64, let screenName = user["screen_name"] as? String,
      let retweets = status["retweet_count"] as? Int64,
      let favorites = status["favorite_count"] as? Int64
    else { throw Missing.field }
    return StatusExtract(
      createdAt: createdAt, id: id, text: text,
      user: UserExtract(id: userID, screenName: screenName), retweetCount: retweets,
      favoriteCount: favorites)
  }
}
