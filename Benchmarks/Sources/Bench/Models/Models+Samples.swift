import CContenders

extension StatusExtract: Sampled {
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

extension Event: Sampled {
  @inline(__always)
  func sample(into tally: inout Tally) {
    tally.integer(id)
    tally.text(type)
    tally.text(actor.login)
    tally.text(repository.name)
    if let size = payload.size { tally.integer(size) } else { tally.missing() }
    if let issue = payload.issue { tally.real(issue.score) } else { tally.missing() }
    tally.integer(isPublic ? 1 : 0)
    tally.text(createdAt)
  }
}

extension Member: Sampled {
  @inline(__always)
  func sample(into tally: inout Tally) {
    tally.text(id)
    tally.integer(Int64(age))
    tally.real(balance)
    if let email { tally.text(email) } else { tally.missing() }
  }
}

extension Twitter.Timeline: Sampled {
  func sample(into tally: inout Tally) {
    for status in statuses {
      tally.integer(status.id)
      tally.text(status.text)
      tally.integer(status.user.id)
      if let retweet = status.retweetedStatus {
        tally.integer(retweet.status.id)
      } else {
        tally.missing()
      }
    }
  }
}

extension Citm.Catalog: Sampled {
  func sample(into tally: inout Tally) {
    tally.integer(Int64(events.count))
    performances.sample(into: &tally)
  }
}

extension Citm.Performance: Sampled {
  func sample(into tally: inout Tally) {
    tally.integer(Int64(id))
    tally.integer(Int64(seatCategories.count))
    tally.text(venueCode)
  }
}

extension Citm.Showing: Sampled {
  func sample(into tally: inout Tally) {
    tally.integer(Int64(id))
    tally.integer(start)
    tally.text(venueCode)
  }
}
