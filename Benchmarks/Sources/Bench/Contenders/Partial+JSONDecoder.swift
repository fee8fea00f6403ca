import Foundation

/// twitter.json through one reused JSONDecoder, into structs with explicit coding keys.
final class PartialJSONDecoder: WalkingContender {
  let name = "jsondecoder"
  private let documents: [Data]
  private let decoder = JSONDecoder()

  init(over documents: Documents) { self.documents = documents.all.map { Data(buffer: $0) } }

  func walk(into sink: inout some Sink) throws {
    for data in documents {
      for status in try decoder.decode(Timeline.self, from: data).statuses {
        sink.text(status.createdAt)
        sink.integer(status.id)
        sink.text(status.text)
        sink.integer(status.user.id)
        sink.text(status.user.screenName)
        sink.integer(status.retweetCount)
        sink.integer(status.favoriteCount)
      }
    }
  }

  private struct Timeline: Decodable {
    let statuses: [Status]
    enum CodingKeys: String, CodingKey { case statuses }
  }

  private struct Status: Decodable {
    let createdAt: String
    let id: Int64
    let text: String
    let user: User
    let retweetCount: Int64
    let favoriteCount: Int64

    enum CodingKeys: String, CodingKey {
      case createdAt = "created_at"
      case id = "id"
      case text = "text"
      case user = "user"
      case retweetCount = "retweet_count"
      case favoriteCount = "favorite_count"
    }
  }

  private struct User: Decodable {
    let id: Int64
    let screenName: String

    enum CodingKeys: String, CodingKey {
      case id = "id"
      case screenName = "screen_name"
    }
  }
}
