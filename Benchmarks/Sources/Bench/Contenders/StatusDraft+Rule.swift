import CContenders
import SluiceRules

/// The same as ``StatusExtract``, with properties that are bound one by one.
struct StatusDraft: Sendable {
  var createdAt = ""
  var id: Int64 = 0
  var text = ""
  var user = UserDraft()
  var retweetCount: Int64 = 0
  var favoriteCount: Int64 = 0
}

struct UserDraft: Sendable {
  var id: Int64 = 0
  var screenName = ""
}

extension StatusDraft {
  static let userRule = StructRule(ref(UserDraft()))
    .expect("id", Int64Rule) { $0.value.id = $1 }
    .expect("screen_name", StringRule) { $0.value.screenName = $1 }

  static let rule = StructRule(ref(StatusDraft()))
    .expect("created_at", StringRule) { $0.value.createdAt = $1 }
    .expect("id", Int64Rule) { $0.value.id = $1 }
    .expect("text", StringRule) { $0.value.text = $1 }
    .expect("user", userRule) { $0.value.user = $1 }
    .expect("retweet_count", Int64Rule) { $0.value.retweetCount = $1 }
    .expect("favorite_count", Int64Rule) { $0.value.favoriteCount = $1 }

  static let timelineRule = StructRule(ref([StatusDraft]()))
    .expect("statuses", ArrayRule(itemRule: rule)) { $0.value = $1 }
}

extension StatusDraft: Sampled {
  @inline(__always)
  func sample(into tally: inout Tally) {
    tally.text(createdAt)
    tally.integer(id)
    tally.text(text)
    tally.integer(user.id)
    tally.text(user.screenName)
    tally.integer(retweetCount)
    tally.integer(favoriteCount)
  }
}
