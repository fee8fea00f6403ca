import Sluice
import SluiceRules

extension StatusExtract {
  static let rule = MakeRule<StatusExtract> { fields in
    let createdAt = fields.expect("created_at", StringRule)
    let id = fields.expect("id", Int64Rule)
    let text = fields.expect("text", StringRule)
    let userID = fields.expect("user" / "id", Int64Rule)
    let screenName = fields.expect("user" / "screen_name", StringRule)
    let retweetCount = fields.expect("retweet_count", Int64Rule)
    let favoriteCount = fields.expect("favorite_count", Int64Rule)
    return {
      StatusExtract(
        createdAt: $0[createdAt], id: $0[id], text: $0[text],
        user: UserExtract(id: $0[userID], screenName: $0[screenName]),
        retweetCount: $0[retweetCount], favoriteCount: $0[favoriteCount])
    }
  }

  static let timelineRule = MakeRule<[StatusExtract]> { fields in
    let statuses = fields.expect("statuses", ArrayRule(itemRule: rule))
    return { $0[statuses] }
  }
}
