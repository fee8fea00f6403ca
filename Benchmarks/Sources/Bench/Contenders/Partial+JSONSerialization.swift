import Foundation

/// twitter.json through JSONSerialization and dictionary lookups.
final class PartialJSONSerialization: WalkingContender {
  let name = "jsonserialization"
  private let documents: [Data]

  init(over documents: Documents) { self.documents = documents.all.map { Data(buffer: $0) } }

  func walk(into sink: inout some Sink) throws {
    for data in documents {
      guard let root = try JSONSerialization.jsonObject(with: data) as? [String: Any],
        let statuses = root["statuses"] as? [[String: Any]]
      else { throw Missing.field }
      for status in statuses {
        guard let createdAt = status["created_at"] as? String, let id = status["id"] as? Int64,
          let text = status["text"] as? String, let user = status["user"] as? [String: Any],
          let userID = user["id"] as? Int64, let screenName = user["screen_name"] as? String,
          let retweets = status["retweet_count"] as? Int64,
          let favorites = status["favorite_count"] as? Int64
        else { throw Missing.field }
        sink.text(createdAt)
        sink.integer(id)
        sink.text(text)
        sink.integer(userID)
        sink.text(screenName)
        sink.integer(retweets)
        sink.integer(favorites)
      }
    }
  }
}
