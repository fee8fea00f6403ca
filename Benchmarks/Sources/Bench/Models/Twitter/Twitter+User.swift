extension Twitter {
  /// The author of a status.
  struct User: Codable, Sendable {
    let id: Int64
    let idStr: String
    let name: String
    let screenName: String
    let location: String
    let description: String
    let url: String?
    let entities: UserEntities
    let isProtected: Bool
    let followersCount: Int
    let friendsCount: Int
    let listedCount: Int
    let createdAt: String
    let favouritesCount: Int
    let utcOffset: Int?
    let timeZone: String?
    let isGeoEnabled: Bool
    let isVerified: Bool
    let statusesCount: Int
    let lang: String
    let hasContributorsEnabled: Bool
    let isTranslator: Bool
    let isTranslationEnabled: Bool
    let profileBackgroundColor: String
    let profileBackgroundImageURL: String
    let profileBackgroundImageURLHTTPS: String
    let hasProfileBackgroundTile: Bool
    let profileImageURL: String
    let profileImageURLHTTPS: String
    let profileBannerURL: String?
    let profileLinkColor: String
    let profileSidebarBorderColor: String
    let profileSidebarFillColor: String
    let profileTextColor: String
    let usesProfileBackgroundImage: Bool
    let hasDefaultProfile: Bool
    let hasDefaultProfileImage: Bool
    let isFollowing: Bool
    let isFollowRequestSent: Bool
    let hasNotifications: Bool

    enum CodingKeys: String, CodingKey {
      case id = "id"
      case idStr = "id_str"
      case name = "name"
      case screenName = "screen_name"
      case location = "location"
      case description = "description"
      case url = "url"
      case entities = "entities"
      case isProtected = "protected"
      case followersCount = "followers_count"
      case friendsCount = "friends_count"
      case listedCount = "listed_count"
      case createdAt = "created_at"
      case favouritesCount = "favourites_count"
      case utcOffset = "utc_offset"
      case timeZone = "time_zone"
      case isGeoEnabled = "geo_enabled"
      case isVerified = "verified"
      case statusesCount = "statuses_count"
      case lang = "lang"
      case hasContributorsEnabled = "contributors_enabled"
      case isTranslator = "is_translator"
      case isTranslationEnabled = "is_translation_enabled"
      case profileBackgroundColor = "profile_background_color"
      case profileBackgroundImageURL = "profile_background_image_url"
      case profileBackgroundImageURLHTTPS = "profile_background_image_url_https"
      case hasProfileBackgroundTile = "profile_background_tile"
      case profileImageURL = "profile_image_url"
      case profileImageURLHTTPS = "profile_image_url_https"
      case profileBannerURL = "profile_banner_url"
      case profileLinkColor = "profile_link_color"
      case profileSidebarBorderColor = "profile_sidebar_border_color"
      case profileSidebarFillColor = "profile_sidebar_fill_color"
      case profileTextColor = "profile_text_color"
      case usesProfileBackgroundImage = "profile_use_background_image"
      case hasDefaultProfile = "default_profile"
      case hasDefaultProfileImage = "default_profile_image"
      case isFollowing = "following"
      case isFollowRequestSent = "follow_request_sent"
      case hasNotifications = "notifications"
    }
  }

  /// The links of a user.
  struct UserEntities: Codable, Sendable {
    let description: Links
    let url: Links?

    enum CodingKeys: String, CodingKey {
      case description = "description"
      case url = "url"
    }
  }

  /// The links in a text.
  struct Links: Codable, Sendable {
    let urls: [Link]

    enum CodingKeys: String, CodingKey {
      case urls = "urls"
    }
  }
}
