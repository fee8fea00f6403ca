import Sluice
import SluiceRules

extension Twitter {
  static let entitiesRule = MakeRule<Entities> { fields in
    let hashtags = fields.expect("hashtags", ArrayRule(itemRule: hashtagRule)) { $0.hashtags }
    let symbols = fields.expect("symbols", ArrayRule(itemRule: hashtagRule)) { $0.symbols }
    let urls = fields.expect("urls", ArrayRule(itemRule: linkRule)) { $0.urls }
    let userMentions = fields.expect("user_mentions", ArrayRule(itemRule: mentionRule)) {
      $0.userMentions
    }
    let media = fields.optional("media", ArrayRule(itemRule: mediaRule)) { $0.media }
    return {
      Entities(
        hashtags: $0[hashtags], symbols: $0[symbols], urls: $0[urls],
        userMentions: $0[userMentions], media: $0[media])
    }
  }

  static let hashtagRule = MakeRule<Hashtag> { fields in
    let text = fields.expect("text", StringRule) { $0.text }
    let indices = fields.expect("indices", ArrayRule(itemRule: IntRule)) { $0.indices }
    return { Hashtag(text: $0[text], indices: $0[indices]) }
  }

  static let linkRule = MakeRule<Link> { fields in
    let url = fields.expect("url", StringRule) { $0.url }
    let expandedURL = fields.expect("expanded_url", StringRule) { $0.expandedURL }
    let displayURL = fields.expect("display_url", StringRule) { $0.displayURL }
    let indices = fields.expect("indices", ArrayRule(itemRule: IntRule)) { $0.indices }
    return {
      Link(
        url: $0[url], expandedURL: $0[expandedURL], displayURL: $0[displayURL],
        indices: $0[indices])
    }
  }

  static let mentionRule = MakeRule<Mention> { fields in
    let screenName = fields.expect("screen_name", StringRule) { $0.screenName }
    let name = fields.expect("name", StringRule) { $0.name }
    let id = fields.expect("id", Int64Rule) { $0.id }
    let idStr = fields.expect("id_str", StringRule) { $0.idStr }
    let indices = fields.expect("indices", ArrayRule(itemRule: IntRule)) { $0.indices }
    return {
      Mention(
        screenName: $0[screenName], name: $0[name], id: $0[id], idStr: $0[idStr],
        indices: $0[indices])
    }
  }

  static let mediaRule = MakeRule<Media> { fields in
    let id = fields.expect("id", Int64Rule) { $0.id }
    let idStr = fields.expect("id_str", StringRule) { $0.idStr }
    let indices = fields.expect("indices", ArrayRule(itemRule: IntRule)) { $0.indices }
    let mediaURL = fields.expect("media_url", StringRule) { $0.mediaURL }
    let mediaURLHTTPS = fields.expect("media_url_https", StringRule) { $0.mediaURLHTTPS }
    let url = fields.expect("url", StringRule) { $0.url }
    let displayURL = fields.expect("display_url", StringRule) { $0.displayURL }
    let expandedURL = fields.expect("expanded_url", StringRule) { $0.expandedURL }
    let kind = fields.expect("type", StringRule) { $0.kind }
    let sizes = fields.expect("sizes", sizesRule) { $0.sizes }
    let sourceStatusID = fields.optional("source_status_id", Int64Rule) { $0.sourceStatusID }
    let sourceStatusIDStr = fields.optional("source_status_id_str", StringRule) {
      $0.sourceStatusIDStr
    }
    return {
      Media(
        id: $0[id], idStr: $0[idStr], indices: $0[indices], mediaURL: $0[mediaURL],
        mediaURLHTTPS: $0[mediaURLHTTPS], url: $0[url], displayURL: $0[displayURL],
        expandedURL: $0[expandedURL], kind: $0[kind], sizes: $0[sizes],
        sourceStatusID: $0[sourceStatusID], sourceStatusIDStr: $0[sourceStatusIDStr])
    }
  }

  static let sizesRule = MakeRule<Sizes> { fields in
    let medium = fields.expect("medium", sizeRule) { $0.medium }
    let small = fields.expect("small", sizeRule) { $0.small }
    let thumb = fields.expect("thumb", sizeRule) { $0.thumb }
    let large = fields.expect("large", sizeRule) { $0.large }
    return { Sizes(medium: $0[medium], small: $0[small], thumb: $0[thumb], large: $0[large]) }
  }

  static let sizeRule = MakeRule<Size> { fields in
    let width = fields.expect("w", IntRule) { $0.width }
    let height = fields.expect("h", IntRule) { $0.height }
    let resize = fields.expect("resize", StringRule) { $0.resize }
    return { Size(width: $0[width], height: $0[height], resize: $0[resize]) }
  }
}
