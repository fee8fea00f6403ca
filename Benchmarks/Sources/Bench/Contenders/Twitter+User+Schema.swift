import Sluice
import SluiceSchema

extension Twitter {
  static let userSchema = Schema(User.self) { fields in
    let id = fields.required("id", .int64)
    let idStr = fields.required("id_str", .string)
    let name = fields.required("name", .string)
    let screenName = fields.required("screen_name", .string)
    let location = fields.required("location", .string)
    let description = fields.required("description", .string)
    let url = fields.optional("url", .string)
    let entities = fields.required("entities", userEntitiesSchema)
    let isProtected = fields.required("protected", .bool)
    let followersCount = fields.required("followers_count", .int)
    let friendsCount = fields.required("friends_count", .int)
    let listedCount = fields.required("listed_count", .int)
    let createdAt = fields.required("created_at", .string)
    let favouritesCount = fields.required("favourites_count", .int)
    let utcOffset = fields.optional("utc_offset", .int)
    let timeZone = fields.optional("time_zone", .string)
    let isGeoEnabled = fields.required("geo_enabled", .bool)
    let isVerified = fields.required("verified", .bool)
    let statusesCount = fields.required("statuses_count", .int)
    let lang = fields.required("lang", .string)
    let hasContributorsEnabled = fields.required("contributors_enabled", .bool)
    let isTranslator = fields.required("is_translator", .bool)
    let isTranslationEnabled = fields.required("is_translation_enabled", .bool)
    let profileBackgroundColor = fields.required("profile_background_color", .string)
    let profileBackgroundImageURL = fields.required("profile_background_image_url", .string)
    let profileBackgroundImageURLHTTPS = fields.required(
      "profile_background_image_url_https", .string)
    let hasProfileBackgroundTile = fields.required("profile_background_tile", .bool)
    let profileImageURL = fields.required("profile_image_url", .string)
    let profileImageURLHTTPS = fields.required("profile_image_url_https", .string)
    let profileBannerURL = fields.optional("profile_banner_url", .string)
    let profileLinkColor = fields.required("profile_link_color", .string)
    let profileSidebarBorderColor = fields.required("profile_sidebar_border_color", .string)
    let profileSidebarFillColor = fields.required("profile_sidebar_fill_color", .string)
    let profileTextColor = fields.required("profile_text_color", .string)
    let usesProfileBackgroundImage = fields.required("profile_use_background_image", .bool)
    let hasDefaultProfile = fields.required("default_profile", .bool)
    let hasDefaultProfileImage = fields.required("default_profile_image", .bool)
    let isFollowing = fields.required("following", .bool)
    let isFollowRequestSent = fields.required("follow_request_sent", .bool)
    let hasNotifications = fields.required("notifications", .bool)
    return {
      User(
        id: $0[id], idStr: $0[idStr], name: $0[name], screenName: $0[screenName],
        location: $0[location], description: $0[description], url: $0[url], entities: $0[entities],
        isProtected: $0[isProtected], followersCount: $0[followersCount],
        friendsCount: $0[friendsCount], listedCount: $0[listedCount], createdAt: $0[createdAt],
        favouritesCount: $0[favouritesCount], utcOffset: $0[utcOffset], timeZone: $0[timeZone],
        isGeoEnabled: $0[isGeoEnabled], isVerified: $0[isVerified],
        statusesCount: $0[statusesCount], lang: $0[lang],
        hasContributorsEnabled: $0[hasContributorsEnabled], isTranslator: $0[isTranslator],
        isTranslationEnabled: $0[isTranslationEnabled],
        profileBackgroundColor: $0[profileBackgroundColor],
        profileBackgroundImageURL: $0[profileBackgroundImageURL],
        profileBackgroundImageURLHTTPS: $0[profileBackgroundImageURLHTTPS],
        hasProfileBackgroundTile: $0[hasProfileBackgroundTile],
        profileImageURL: $0[profileImageURL], profileImageURLHTTPS: $0[profileImageURLHTTPS],
        profileBannerURL: $0[profileBannerURL], profileLinkColor: $0[profileLinkColor],
        profileSidebarBorderColor: $0[profileSidebarBorderColor],
        profileSidebarFillColor: $0[profileSidebarFillColor],
        profileTextColor: $0[profileTextColor],
        usesProfileBackgroundImage: $0[usesProfileBackgroundImage],
        hasDefaultProfile: $0[hasDefaultProfile],
        hasDefaultProfileImage: $0[hasDefaultProfileImage], isFollowing: $0[isFollowing],
        isFollowRequestSent: $0[isFollowRequestSent], hasNotifications: $0[hasNotifications])
    }
  }

  static let userEntitiesSchema = Schema(UserEntities.self) { fields in
    let description = fields.required("description", linksSchema)
    let url = fields.optional("url", linksSchema)
    return { UserEntities(description: $0[description], url: $0[url]) }
  }

  static let linksSchema = Schema(Links.self) { fields in
    let urls = fields.required("urls", .array(of: linkSchema))
    return { Links(urls: $0[urls]) }
  }
}
