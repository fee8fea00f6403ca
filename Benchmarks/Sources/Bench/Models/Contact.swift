import CContenders

/// An entity of eight members that need conversions: numbers in strings, a flag as a word.
struct Contact: Sendable {
  var id = 0
  var name = ""
  var age: Int?
  var rating = 0.0
  var isActive = false
  var email: String?
  var tags: [String] = []
  var level = Level.guest

  enum Level: String, Sendable { case guest, member, owner }
}

extension Contact: Sampled {
  @inline(__always)
  func sample(into tally: inout Tally) {
    tally.integer(Int64(id))
    tally.text(name)
    tally.integer(Int64(age ?? -1))
    tally.real(rating)
    tally.integer(Int64(tags.count))
    if let email { tally.text(email) } else { tally.missing() }
  }
}
