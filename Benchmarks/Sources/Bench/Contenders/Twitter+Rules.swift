import Sluice
import SluiceRules

/// The rules of the whole document, which read it and write it.
extension Twitter {
  static let timelineRule = MakeRule<Timeline> { fields in
    let statuses = fields.expect("statuses", ArrayRule(itemRule: statusRule)) { $0.statuses }
    let searchMetadata = fields.expect("search_metadata", searchMetadataRule) { $0.searchMetadata }
    return { Timeline(statuses: $0[statuses], searchMetadata: $0[searchMetadata]) }
  }

  static let searchMetadataRule = MakeRule<SearchMetadata> { fields in
    let completedIn = fields.expect("completed_in", DoubleRule) { $0.completedIn }
    let maxID = fields.expect("max_id", Int64Rule) { $0.maxID }
    let maxIDStr = fields.expect("max_id_str", StringRule) { $0.maxIDStr }
    let nextResults = fields.expect("next_results", StringRule) { $0.nextResults }
    let query = fields.expect("query", StringRule) { $0.query }
    let refreshURL = fields.expect("refresh_url", StringRule) { $0.refreshURL }
    let count = fields.expect("count", IntRule) { $0.count }
    let sinceID = fields.expect("since_id", Int64Rule) { $0.sinceID }
    let sinceIDStr = fields.expect("since_id_str", StringRule) { $0.sinceIDStr }
    return {
      SearchMetadata(
        completedIn: $0[completedIn], maxID: $0[maxID], maxIDStr: $0[maxIDStr],
        nextResults: $0[nextResults], query: $0[query], refreshURL: $0[refreshURL],
        count: $0[count], sinceID: $0[sinceID], sinceIDStr: $0[sinceIDStr])
    }
  }

  static let statusRule = MakeRule<Status> { fields in
    let metadata = fields.expect("metadata", statusMetadataRule) { $0.metadata }
    let createdAt = fields.expect("created_at", StringRule) { $0.createdAt }
    let id = fields.expect("id", Int64Rule) { $0.id }
    let idStr = fields.expect("id_str", StringRule) { $0.idStr }
    let text = fields.expect("text", StringRule) { $0.text }
    let source = fields.expect("source", StringRule) { $0.source }
    let isTruncated = fields.expect("truncated", BoolRule) { $0.isTruncated }
    let inReplyToStatusID = fields.optional("in_reply_to_status_id", Int64Rule) {
      $0.inReplyToStatusID
    }
    let inReplyToStatusIDStr = fields.optional("in_reply_to_status_id_str", StringRule) {
      $0.inReplyToStatusIDStr
    }
    let inReplyToUserID = fields.optional("in_reply_to_user_id", Int64Rule) { $0.inReplyToUserID }
    let inReplyToUserIDStr = fields.optional("in_reply_to_user_id_str", StringRule) {
      $0.inReplyToUserIDStr
    }
    let inReplyToScreenName = fields.optional("in_reply_to_screen_name", StringRule) {
      $0.inReplyToScreenName
    }
    let user = fields.expect("user", userRule) { $0.user }
    let geo = fields.optional("geo", pointRule) { $0.geo }
    let coordinates = fields.optional("coordinates", pointRule) { $0.coordinates }
    let place = fields.optional("place", placeRule) { $0.place }
    let contributors = fields.optional("contributors", ArrayRule(itemRule: Int64Rule)) {
      $0.contributors
    }
    let retweetCount = fields.expect("retweet_count", IntRule) { $0.retweetCount }
    let favoriteCount = fields.expect("favorite_count", IntRule) { $0.favoriteCount }
    let entities = fields.expect("entities", entitiesRule) { $0.entities }
    let isFavorited = fields.expect("favorited", BoolRule) { $0.isFavorited }
    let isRetweeted = fields.expect("retweeted", BoolRule) { $0.isRetweeted }
    let isPossiblySensitive = fields.optional("possibly_sensitive", BoolRule) {
      $0.isPossiblySensitive
    }
    let lang = fields.expect("lang", StringRule) { $0.lang }
    let retweetedStatus = fields.optional("retweeted_status", RetweetRule()) { $0.retweetedStatus }
    return {
      Status(
        metadata: $0[metadata], createdAt: $0[createdAt], id: $0[id], idStr: $0[idStr],
        text: $0[text], source: $0[source], isTruncated: $0[isTruncated],
        inReplyToStatusID: $0[inReplyToStatusID], inReplyToStatusIDStr: $0[inReplyToStatusIDStr],
        inReplyToUserID: $0[inReplyToUserID], inReplyToUserIDStr: $0[inReplyToUserIDStr],
        inReplyToScreenName: $0[inReplyToScreenName], user: $0[user], geo: $0[geo],
        coordinates: $0[coordinates], place: $0[place], contributors: $0[contributors],
        retweetCount: $0[retweetCount], favoriteCount: $0[favoriteCount], entities: $0[entities],
        isFavorited: $0[isFavorited], isRetweeted: $0[isRetweeted],
        isPossiblySensitive: $0[isPossiblySensitive], lang: $0[lang],
        retweetedStatus: $0[retweetedStatus])
    }
  }

  static let statusMetadataRule = MakeRule<StatusMetadata> { fields in
    let resultType = fields.expect("result_type", StringRule) { $0.resultType }
    let isoLanguageCode = fields.expect("iso_language_code", StringRule) { $0.isoLanguageCode }
    return { StatusMetadata(resultType: $0[resultType], isoLanguageCode: $0[isoLanguageCode]) }
  }

  static let pointRule = MakeRule<Point> { fields in
    let kind = fields.expect("type", StringRule) { $0.kind }
    let coordinates = fields.expect("coordinates", ArrayRule(itemRule: DoubleRule)) {
      $0.coordinates
    }
    return { Point(kind: $0[kind], coordinates: $0[coordinates]) }
  }

  static let placeRule = MakeRule<Place> { fields in
    let id = fields.expect("id", StringRule) { $0.id }
    let fullName = fields.expect("full_name", StringRule) { $0.fullName }
    return { Place(id: $0[id], fullName: $0[fullName]) }
  }
}
