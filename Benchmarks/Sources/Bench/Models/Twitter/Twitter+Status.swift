extension Twitter {
  /// A status, with the one that it repeats.
  struct Status: Codable, Sendable {
    let metadata: StatusMetadata
    let createdAt: String
    let id: Int64
    let idStr: String
    let text: String
    let source: String
    let isTruncated: Bool
    let inReplyToStatusID: Int64?
    let inReplyToStatusIDStr: String?
    let inReplyToUserID: Int64?
    let inReplyToUserIDStr: String?
    let inReplyToScreenName: String?
    let user: User
    let geo: Point?
    let coordinates: Point?
    let place: Place?
    let contributors: [Int64]?
    let retweetCount: Int
    let favoriteCount: Int
    let entities: Entities
    let isFavorited: Bool
    let isRetweeted: Bool
    let isPossiblySensitive: Bool?
    let lang: String
    let retweetedStatus: Retweet?

    enum CodingKeys: String, CodingKey {
      case metadata = "metadata"
      case createdAt = "created_at"
      case id = "id"
      case idStr = "id_str"
      case text = "text"
      case source = "source"
      case isTruncated = "truncated"
      case inReplyToStatusID = "in_reply_to_status_id"
      case inReplyToStatusIDStr = "in_reply_to_status_id_str"
      case inReplyToUserID = "in_reply_to_user_id"
      case inReplyToUserIDStr = "in_reply_to_user_id_str"
      case inReplyToScreenName = "in_reply_to_screen_name"
      case user = "user"
      case geo = "geo"
      case coordinates = "coordinates"
      case place = "place"
      case contributors = "contributors"
      case retweetCount = "retweet_count"
      case favoriteCount = "favorite_count"
      case entities = "entities"
      case isFavorited = "favorited"
      case isRetweeted = "retweeted"
      case isPossiblySensitive = "possibly_sensitive"
      case lang = "lang"
      case retweetedStatus = "retweeted_status"
    }
  }

  /// How a status was found.
  struct StatusMetadata: Codable, Sendable {
    let resultType: String
    let isoLanguageCode: String

    enum CodingKeys: String, CodingKey {
      case resultType = "result_type"
      case isoLanguageCode = "iso_language_code"
    }
  }

  /// Where a status was written: null throughout the document.
  struct Point: Codable, Sendable {
    let kind: String
    let coordinates: [Double]

    enum CodingKeys: String, CodingKey {
      case kind = "type"
      case coordinates = "coordinates"
    }
  }

  /// What that place is called: null throughout the document.
  struct Place: Codable, Sendable {
    let id: String
    let fullName: String

    enum CodingKeys: String, CodingKey {
      case id = "id"
      case fullName = "full_name"
    }
  }
}
