/// Seven fields of each status of twitter.json.
struct TimelineExtract: Decodable, Sendable {
  let statuses: [StatusExtract]

  enum CodingKeys: String, CodingKey { case statuses }
}

/// The extract of a status.
struct StatusExtract: Decodable, Sendable {
  let createdAt: String
  let id: Int64
  let text: String
  let user: UserExtract
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

/// The extract of its user.
struct UserExtract: Decodable, Sendable {
  let id: Int64
  let screenName: String

  enum CodingKeys: String, CodingKey {
    case id = "id"
    case screenName = "screen_name"
  }
}
