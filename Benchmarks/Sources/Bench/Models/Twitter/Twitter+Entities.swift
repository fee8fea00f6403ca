extension Twitter {
  /// The entities in a text.
  struct Entities: Codable, Sendable {
    let hashtags: [Hashtag]
    let symbols: [Hashtag]
    let urls: [Link]
    let userMentions: [Mention]
    let media: [Media]?

    enum CodingKeys: String, CodingKey {
      case hashtags = "hashtags"
      case symbols = "symbols"
      case urls = "urls"
      case userMentions = "user_mentions"
      case media = "media"
    }
  }

  /// A hashtag or symbol.
  struct Hashtag: Codable, Sendable {
    let text: String
    let indices: [Int]

    enum CodingKeys: String, CodingKey {
      case text = "text"
      case indices = "indices"
    }
  }

  /// A link.
  struct Link: Codable, Sendable {
    let url: String
    let expandedURL: String
    let displayURL: String
    let indices: [Int]

    enum CodingKeys: String, CodingKey {
      case url = "url"
      case expandedURL = "expanded_url"
      case displayURL = "display_url"
      case indices = "indices"
    }
  }

  /// A mentioned user.
  struct Mention: Codable, Sendable {
    let screenName: String
    let name: String
    let id: Int64
    let idStr: String
    let indices: [Int]

    enum CodingKeys: String, CodingKey {
      case screenName = "screen_name"
      case name = "name"
      case id = "id"
      case idStr = "id_str"
      case indices = "indices"
    }
  }
}
