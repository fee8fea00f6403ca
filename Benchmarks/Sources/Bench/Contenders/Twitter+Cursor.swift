import Sluice

extension Twitter.User {
  init(from cursor: JSONCursor) throws {
    var fields = try cursor.fields
    id = try fields.required("id") { try $0.int64 }
    idStr = try fields.required("id_str") { try $0.string }
    name = try fields.required("name") { try $0.string }
    screenName = try fields.required("screen_name") { try $0.string }
    location = try fields.required("location") { try $0.string }
    description = try fields.required("description") { try $0.string }
    url = try fields.optional("url") { try $0.string }
    entities = try fields.required("entities") { try Twitter.UserEntities(from: $0) }
    isProtected = try fields.required("protected") { try $0.bool }
    followersCount = try fields.required("followers_count") { try $0.int }
    friendsCount = try fields.required("friends_count") { try $0.int }
    listedCount = try fields.required("listed_count") { try $0.int }
    createdAt = try fields.required("created_at") { try $0.string }
    favouritesCount = try fields.required("favourites_count") { try $0.int }
    utcOffset = try fields.optional("utc_offset") { try $0.int }
    timeZone = try fields.optional("time_zone") { try $0.string }
    isGeoEnabled = try fields.required("geo_enabled") { try $0.bool }
    isVerified = try fields.required("verified") { try $0.bool }
    statusesCount = try fields.required("statuses_count") { try $0.int }
    lang = try fields.required("lang") { try $0.string }
    hasContributorsEnabled = try fields.required("contributors_enabled") { try $0.bool }
    isTranslator = try fields.required("is_translator") { try $0.bool }
    isTranslationEnabled = try fields.required("is_translation_enabled") { try $0.bool }
    profileBackgroundColor = try fields.required("profile_background_color") { try $0.string }
    profileBackgroundImageURL = try fields.required("profile_background_image_url") {
      try $0.string
    }
    profileBackgroundImageURLHTTPS = try fields.required("profile_background_image_url_https") {
      try $0.string
    }
    hasProfileBackgroundTile = try fields.required("profile_background_tile") { try $0.bool }
    profileImageURL = try fields.required("profile_image_url") { try $0.string }
    profileImageURLHTTPS = try fields.required("profile_image_url_https") { try $0.string }
    profileBannerURL = try fields.optional("profile_banner_url") { try $0.string }
    profileLinkColor = try fields.required("profile_link_color") { try $0.string }
    profileSidebarBorderColor = try fields.required("profile_sidebar_border_color") {
      try $0.string
    }
    profileSidebarFillColor = try fields.required("profile_sidebar_fill_color") { try $0.string }
    profileTextColor = try fields.required("profile_text_color") { try $0.string }
    usesProfileBackgroundImage = try fields.required("profile_use_background_image") { try $0.bool }
    hasDefaultProfile = try fields.required("default_profile") { try $0.bool }
    hasDefaultProfileImage = try fields.required("default_profile_image") { try $0.bool }
    isFollowing = try fields.required("following") { try $0.bool }
    isFollowRequestSent = try fields.required("follow_request_sent") { try $0.bool }
    hasNotifications = try fields.required("notifications") { try $0.bool }
  }
}

extension Twitter.UserEntities {
  init(from cursor: JSONCursor) throws {
    var fields = try cursor.fields
    description = try fields.required("description") { try Twitter.Links(from: $0) }
    url = try fields.optional("url") { try Twitter.Links(from: $0) }
  }
}

extension Twitter.Links {
  init(from cursor: JSONCursor) throws {
    var fields = try cursor.fields
    urls = try fields.required("urls") { try $0.array { try Twitter.Link(from: $0) } }
  }
}

extension Twitter.Status {
  init(from cursor: JSONCursor) throws {
    var fields = try cursor.fields
    metadata = try fields.required("metadata") { try Twitter.StatusMetadata(from: $0) }
    createdAt = try fields.required("created_at") { try $0.string }
    id = try fields.required("id") { try $0.int64 }
    idStr = try fields.required("id_str") { try $0.string }
    text = try fields.required("text") { try $0.string }
    source = try fields.required("source") { try $0.string }
    isTruncated = try fields.required("truncated") { try $0.bool }
    inReplyToStatusID = try fields.optional("in_reply_to_status_id") { try $0.int64 }
    inReplyToStatusIDStr = try fields.optional("in_reply_to_status_id_str") { try $0.string }
    inReplyToUserID = try fields.optional("in_reply_to_user_id") { try $0.int64 }
    inReplyToUserIDStr = try fields.optional("in_reply_to_user_id_str") { try $0.string }
    inReplyToScreenName = try fields.optional("in_reply_to_screen_name") { try $0.string }
    user = try fields.required("user") { try Twitter.User(from: $0) }
    geo = try fields.optional("geo") { try Twitter.Point(from: $0) }
    coordinates = try fields.optional("coordinates") { try Twitter.Point(from: $0) }
    place = try fields.optional("place") { try Twitter.Place(from: $0) }
    contributors = try fields.optional("contributors") { try $0.array { try $0.int64 } }
    retweetCount = try fields.required("retweet_count") { try $0.int }
    favoriteCount = try fields.required("favorite_count") { try $0.int }
    entities = try fields.required("entities") { try Twitter.Entities(from: $0) }
    isFavorited = try fields.required("favorited") { try $0.bool }
    isRetweeted = try fields.required("retweeted") { try $0.bool }
    isPossiblySensitive = try fields.optional("possibly_sensitive") { try $0.bool }
    lang = try fields.required("lang") { try $0.string }
    retweetedStatus = try fields.optional("retweeted_status") {
      Twitter.Retweet(try Twitter.Status(from: $0))
    }
  }
}

extension Twitter.StatusMetadata {
  init(from cursor: JSONCursor) throws {
    var fields = try cursor.fields
    resultType = try fields.required("result_type") { try $0.string }
    isoLanguageCode = try fields.required("iso_language_code") { try $0.string }
  }
}

extension Twitter.Point {
  init(from cursor: JSONCursor) throws {
    var fields = try cursor.fields
    kind = try fields.required("type") { try $0.string }
    coordinates = try fields.required("coordinates") { try $0.array { try $0.double } }
  }
}

extension Twitter.Place {
  init(from cursor: JSONCursor) throws {
    var fields = try cursor.fields
    id = try fields.required("id") { try $0.string }
    fullName = try fields.required("full_name") { try $0.string }
  }
}

extension Twitter.Entities {
  init(from cursor: JSONCursor) throws {
    var fields = try cursor.fields
    hashtags = try fields.required("hashtags") { try $0.array { try Twitter.Hashtag(from: $0) } }
    symbols = try fields.required("symbols") { try $0.array { try Twitter.Hashtag(from: $0) } }
    urls = try fields.required("urls") { try $0.array { try Twitter.Link(from: $0) } }
    userMentions = try fields.required("user_mentions") {
      try $0.array { try Twitter.Mention(from: $0) }
    }
    media = try fields.optional("media") { try $0.array { try Twitter.Media(from: $0) } }
  }
}

extension Twitter.Hashtag {
  init(from cursor: JSONCursor) throws {
    var fields = try cursor.fields
    text = try fields.required("text") { try $0.string }
    indices = try fields.required("indices") { try $0.array { try $0.int } }
  }
}

extension Twitter.Link {
  init(from cursor: JSONCursor) throws {
    var fields = try cursor.fields
    url = try fields.required("url") { try $0.string }
    expandedURL = try fields.required("expanded_url") { try $0.string }
    displayURL = try fields.required("display_url") { try $0.string }
    indices = try fields.required("indices") { try $0.array { try $0.int } }
  }
}

extension Twitter.Mention {
  init(from cursor: JSONCursor) throws {
    var fields = try cursor.fields
    screenName = try fields.required("screen_name") { try $0.string }
    name = try fields.required("name") { try $0.string }
    id = try fields.required("id") { try $0.int64 }
    idStr = try fields.required("id_str") { try $0.string }
    indices = try fields.required("indices") { try $0.array { try $0.int } }
  }
}

extension Twitter.Media {
  init(from cursor: JSONCursor) throws {
    var fields = try cursor.fields
    id = try fields.required("id") { try $0.int64 }
    idStr = try fields.required("id_str") { try $0.string }
    indices = try fields.required("indices") { try $0.array { try $0.int } }
    mediaURL = try fields.required("media_url") { try $0.string }
    mediaURLHTTPS = try fields.required("media_url_https") { try $0.string }
    url = try fields.required("url") { try $0.string }
    displayURL = try fields.required("display_url") { try $0.string }
    expandedURL = try fields.required("expanded_url") { try $0.string }
    kind = try fields.required("type") { try $0.string }
    sizes = try fields.required("sizes") { try Twitter.Sizes(from: $0) }
    sourceStatusID = try fields.optional("source_status_id") { try $0.int64 }
    sourceStatusIDStr = try fields.optional("source_status_id_str") { try $0.string }
  }
}

extension Twitter.Sizes {
  init(from cursor: JSONCursor) throws {
    var fields = try cursor.fields
    medium = try fields.required("medium") { try Twitter.Size(from: $0) }
    small = try fields.required("small") { try Twitter.Size(from: $0) }
    thumb = try fields.required("thumb") { try Twitter.Size(from: $0) }
    large = try fields.required("large") { try Twitter.Size(from: $0) }
  }
}

extension Twitter.Size {
  init(from cursor: JSONCursor) throws {
    var fields = try cursor.fields
    width = try fields.required("w") { try $0.int }
    height = try fields.required("h") { try $0.int }
    resize = try fields.required("resize") { try $0.string }
  }
}

extension Twitter.Timeline {
  init(from cursor: JSONCursor) throws {
    var fields = try cursor.fields
    statuses = try fields.required("statuses") { try $0.array { try Twitter.Status(from: $0) } }
    searchMetadata = try fields.required("search_metadata") { try Twitter.SearchMetadata(from: $0) }
  }
}

extension Twitter.SearchMetadata {
  init(from cursor: JSONCursor) throws {
    var fields = try cursor.fields
    completedIn = try fields.required("completed_in") { try $0.double }
    maxID = try fields.required("max_id") { try $0.int64 }
    maxIDStr = try fields.required("max_id_str") { try $0.string }
    nextResults = try fields.required("next_results") { try $0.string }
    query = try fields.required("query") { try $0.string }
    refreshURL = try fields.required("refresh_url") { try $0.string }
    count = try fields.required("count") { try $0.int }
    sinceID = try fields.required("since_id") { try $0.int64 }
    sinceIDStr = try fields.required("since_id_str") { try $0.string }
  }
}
