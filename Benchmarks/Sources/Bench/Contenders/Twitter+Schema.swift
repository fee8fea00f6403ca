import Sluice
import SluiceSchema

/// The typed schemas of the whole document.
extension Twitter {
  static let timelineSchema = Schema(Timeline.self) { fields in
    let statuses = fields.required("statuses", .array(of: statusSchema))
    let searchMetadata = fields.required("search_metadata", searchMetadataSchema)
    return { Timeline(statuses: $0[statuses], searchMetadata: $0[searchMetadata]) }
  }

  static let searchMetadataSchema = Schema(SearchMetadata.self) { fields in
    let completedIn = fields.required("completed_in", .double)
    let maxID = fields.required("max_id", .int64)
    let maxIDStr = fields.required("max_id_str", .string)
    let nextResults = fields.required("next_results", .string)
    let query = fields.required("query", .string)
    let refreshURL = fields.required("refresh_url", .string)
    let count = fields.required("count", .int)
    let sinceID = fields.required("since_id", .int64)
    let sinceIDStr = fields.required("since_id_str", .string)
    return {
      SearchMetadata(
        completedIn: $0[completedIn], maxID: $0[maxID], maxIDStr: $0[maxIDStr],
        nextResults: $0[nextResults], query: $0[query], refreshURL: $0[refreshURL],
        count: $0[count], sinceID: $0[sinceID], sinceIDStr: $0[sinceIDStr])
    }
  }

  static let statusSchema: Schema<Status> = Schema(Status.self) { fields in
    let metadata = fields.required("metadata", statusMetadataSchema)
    let createdAt = fields.required("created_at", .string)
    let id = fields.required("id", .int64)
    let idStr = fields.required("id_str", .string)
    let text = fields.required("text", .string)
    let source = fields.required("source", .string)
    let isTruncated = fields.required("truncated", .bool)
    let inReplyToStatusID = fields.optional("in_reply_to_status_id", .int64)
    let inReplyToStatusIDStr = fields.optional("in_reply_to_status_id_str", .string)
    let inReplyToUserID = fields.optional("in_reply_to_user_id", .int64)
    let inReplyToUserIDStr = fields.optional("in_reply_to_user_id_str", .string)
    let inReplyToScreenName = fields.optional("in_reply_to_screen_name", .string)
    let user = fields.required("user", userSchema)
    let geo = fields.optional("geo", pointSchema)
    let coordinates = fields.optional("coordinates", pointSchema)
    let place = fields.optional("place", placeSchema)
    let contributors = fields.optional("contributors", .array(of: .int64))
    let retweetCount = fields.required("retweet_count", .int)
    let favoriteCount = fields.required("favorite_count", .int)
    let entities = fields.required("entities", entitiesSchema)
    let isFavorited = fields.required("favorited", .bool)
    let isRetweeted = fields.required("retweeted", .bool)
    let isPossiblySensitive = fields.optional("possibly_sensitive", .bool)
    let lang = fields.required("lang", .string)
    let retweetedStatus = fields.optional("retweeted_status", retweetMapping)
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

  static let statusMetadataSchema = Schema(StatusMetadata.self) { fields in
    let resultType = fields.required("result_type", .string)
    let isoLanguageCode = fields.required("iso_language_code", .string)
    return { StatusMetadata(resultType: $0[resultType], isoLanguageCode: $0[isoLanguageCode]) }
  }

  static let pointSchema = Schema(Point.self) { fields in
    let kind = fields.required("type", .string)
    let coordinates = fields.required("coordinates", .array(of: .double))
    return { Point(kind: $0[kind], coordinates: $0[coordinates]) }
  }

  static let placeSchema = Schema(Place.self) { fields in
    let id = fields.required("id", .string)
    let fullName = fields.required("full_name", .string)
    return { Place(id: $0[id], fullName: $0[fullName]) }
  }
}
