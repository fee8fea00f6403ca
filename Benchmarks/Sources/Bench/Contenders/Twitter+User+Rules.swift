import Sluice
import SluiceRules

extension Twitter {
  static let userRule = MakeRule<User> { fields in
    let id = fields.expect("id", Int64Rule) { $0.id }
    let idStr = fields.expect("id_str", StringRule) { $0.idStr }
    let name = fields.expect("name", StringRule) { $0.name }
    let screenName = fields.expect("screen_name", StringRule) { $0.screenName }
    let location = fields.expect("location", StringRule) { $0.location }
    let description = fields.expect("description", StringRule) { $0.description }
    let url = fields.optional("url", StringRule) { $0.url }
    let entities = fields.expect("entities", userEntitiesRule) { $0.entities }
    let isProtected = fields.expect("protected", BoolRule) { $0.isProtected }
    let followersCount = fields.expect("followers_count", IntRule) { $0.followersCount }
    let friendsCount = fields.expect("friends_count", IntRule) { $0.friendsCount }
    let listedCount = fields.expect("listed_count", IntRule) { $0.listedCount }
    let createdAt = fields.expect("created_at", StringRule) { $0.createdAt }
    let favouritesCount = fields.expect("favourites_count", IntRule) { $0.favouritesCount }
    let utcOffset = fields.optional("utc_offset", IntRule) { $0.utcOffset }
    let timeZone = fields.optional("time_zone", StringRule) { $0.timeZone }
    let isGeoEnabled = fields.expect("geo_enabled", BoolRule) { $0.isGeoEnabled }
    let isVerified = fields.expect("verified", BoolRule) { $0.isVerified }
    let statusesCount = fields.expect("statuses_count", IntRule) { $0.statusesCount }
    let lang = fields.expect("lang", StringRule) { $0.lang }
    let hasContributorsEnabled = fields.expect("contributors_enabled", BoolRule) {
      $0.hasContributorsEnabled
    }
    let isTranslator = fields.expect("is_translator", BoolRule) { $0.isTranslator }
    let isTranslationEnabled = fields.expect("is_translation_enabled", BoolRule) {
      $0.isTranslationEnabled
    }
    let profileBackgroundColor = fields.expect("profile_background_color", StringRule) {
      $0.profileBackgroundColor
    }
    let profileBackgroundImageURL = fields.expect("profile_background_image_url", StringRule) {
      $0.profileBackgroundImageURL
    }
    let profileBackgroundImageURLHTTPS = fields.expect(
      "profile_background_image_url_https", StringRule
    ) { $0.profileBackgroundImageURLHTTPS }
    let hasProfileBackgroundTile = fields.expect("profile_background_tile", BoolRule) {
      $0.hasProfileBackgroundTile
    }
    let profileImageURL = fields.expect("profile_image_url", StringRule) { $0.profileImageURL }
    let profileImageURLHTTPS = fields.expect("profile_image_url_https", StringRule) {
      $0.profileImageURLHTTPS
    }
    let profileBannerURL = fields.optional("profile_banner_url", StringRule) { $0.profileBannerURL }
    let profileLinkColor = fields.expect("profile_link_color", StringRule) { $0.profileLinkColor }
    let profileSidebarBorderColor = fields.expect("profile_sidebar_border_color", StringRule) {
      $0.profileSidebarBorderColor
    }
    let profileSidebarFillColor = fields.expect("profile_sidebar_fill_color", StringRule) {
      $0.profileSidebarFillColor
    }
    let profileTextColor = fields.expect("profile_text_color", StringRule) { $0.profileTextColor }
    let usesProfileBackgroundImage = fields.expect("profile_use_background_image", BoolRule) {
      $0.usesProfileBackgroundImage
    }
    let hasDefaultProfile = fields.expect("default_profile", BoolRule) { $0.hasDefaultProfile }
    let hasDefaultProfileImage = fields.expect("default_profile_image", BoolRule) {
      $0.hasDefaultProfileImage
    }
    let isFollowing = fields.expect("following", BoolRule) { $0.isFollowing }
    let isFollowRequestSent = fields.expect("follow_request_sent", BoolRule) {
      $0.isFollowRequestSent
    }
    let hasNotifications = fields.expect("notifications", BoolRule) { $0.hasNotifications }
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

  static let userEntitiesRule = MakeRule<UserEntities> { fields in
    let description = fields.expect("description", linksRule) { $0.description }
    let url = fields.optional("url", linksRule) { $0.url }
    return { UserEntities(description: $0[description], url: $0[url]) }
  }

  static let linksRule = MakeRule<Links> { fields in
    let urls = fields.expect("urls", ArrayRule(itemRule: linkRule)) { $0.urls }
    return { Links(urls: $0[urls]) }
  }
}
