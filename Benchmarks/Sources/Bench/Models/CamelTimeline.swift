/// Statuses of twitter.json and their users, whose properties become the document's keys by a key strategy.
struct CamelTimeline: Codable, Sendable {
  let statuses: [Status]

  struct Status: Codable, Sendable {
    let createdAt: String
    let id: Int64
    let idStr: String
    let text: String
    let inReplyToScreenName: String?
    let user: User
    let retweetCount: Int64
    let favoriteCount: Int64
    let lang: String
  }

  struct User: Codable, Sendable {
    let id: Int64
    let screenName: String
    let followersCount: Int64
    let friendsCount: Int64
    let listedCount: Int64
    let statusesCount: Int64
    let profileImageUrl: String
    let geoEnabled: Bool
    let defaultProfileImage: Bool
  }
}

extension CamelTimeline: Sampled {
  func sample(into tally: inout Tally) {
    for status in statuses {
      tally.integer(status.id)
      tally.integer(status.retweetCount)
      tally.text(status.user.screenName)
      tally.integer(status.user.followersCount)
    }
  }
}
