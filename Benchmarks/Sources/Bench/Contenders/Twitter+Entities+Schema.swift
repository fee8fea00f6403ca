import Sluice
import SluiceSchema

extension Twitter {
  static let entitiesSchema = Schema(Entities.self) { fields in
    let hashtags = fields.required("hashtags", .array(of: hashtagSchema))
    let symbols = fields.required("symbols", .array(of: hashtagSchema))
    let urls = fields.required("urls", .array(of: linkSchema))
    let userMentions = fields.required("user_mentions", .array(of: mentionSchema))
    let media = fields.optional("media", .array(of: mediaSchema))
    return {
      Entities(
        hashtags: $0[hashtags], symbols: $0[symbols], urls: $0[urls],
        userMentions: $0[userMentions], media: $0[media])
    }
  }

  static let hashtagSchema = Schema(Hashtag.self) { fields in
    let text = fields.required("text", .string)
    let indices = fields.required("indices", .array(of: .int))
    return { Hashtag(text: $0[text], indices: $0[indices]) }
  }

  static let linkSchema = Schema(Link.self) { fields in
    let url = fields.required("url", .string)
    let expandedURL = fields.required("expanded_url", .string)
    let displayURL = fields.required("display_url", .string)
    let indices = fields.required("indices", .array(of: .int))
    return {
      Link(
        url: $0[url], expandedURL: $0[expandedURL], displayURL: $0[displayURL],
        indices: $0[indices])
    }
  }

  static let mentionSchema = Schema(Mention.self) { fields in
    let screenName = fields.required("screen_name", .string)
    let name = fields.required("name", .string)
    let id = fields.required("id", .int64)
    let idStr = fields.required("id_str", .string)
    let indices = fields.required("indices", .array(of: .int))
    return {
      Mention(
        screenName: $0[screenName], name: $0[name], id: $0[id], idStr: $0[idStr],
        indices: $0[indices])
    }
  }

  static let mediaSchema = Schema(Media.self) { fields in
    let id = fields.required("id", .int64)
    let idStr = fields.required("id_str", .string)
    let indices = fields.required("indices", .array(of: .int))
    let mediaURL = fields.required("media_url", .string)
    let mediaURLHTTPS = fields.required("media_url_https", .string)
    let url = fields.required("url", .string)
    let displayURL = fields.required("display_url", .string)
    let expandedURL = fields.required("expanded_url", .string)
    let kind = fields.required("type", .string)
    let sizes = fields.required("sizes", sizesSchema)
    let sourceStatusID = fields.optional("source_status_id", .int64)
    let sourceStatusIDStr = fields.optional("source_status_id_str", .string)
    return {
      Media(
        id: $0[id], idStr: $0[idStr], indices: $0[indices], mediaURL: $0[mediaURL],
        mediaURLHTTPS: $0[mediaURLHTTPS], url: $0[url], displayURL: $0[displayURL],
        expandedURL: $0[expandedURL], kind: $0[kind], sizes: $0[sizes],
        sourceStatusID: $0[sourceStatusID], sourceStatusIDStr: $0[sourceStatusIDStr])
    }
  }

  static let sizesSchema = Schema(Sizes.self) { fields in
    let medium = fields.required("medium", sizeSchema)
    let small = fields.required("small", sizeSchema)
    let thumb = fields.required("thumb", sizeSchema)
    let large = fields.required("large", sizeSchema)
    return { Sizes(medium: $0[medium], small: $0[small], thumb: $0[thumb], large: $0[large]) }
  }

  static let sizeSchema = Schema(Size.self) { fields in
    let width = fields.required("w", .int)
    let height = fields.required("h", .int)
    let resize = fields.required("resize", .string)
    return { Size(width: $0[width], height: $0[height], resize: $0[resize]) }
  }
}
