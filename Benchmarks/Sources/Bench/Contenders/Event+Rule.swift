import Sluice
import SluiceRules

extension Event {
  static let rule = MakeRule<Event> { fields in
    let id = fields.expect("id", Int64Rule)
    let type = fields.expect("type", StringRule)
    let login = fields.expect("actor" / "login", StringRule)
    let repository = fields.expect("repo" / "name", StringRule)
    let size = fields.optional("payload" / "size", Int64Rule)
    let score = fields.optional("payload" / "issue" / "score", DoubleRule)
    let isPublic = fields.expect("public", BoolRule)
    let createdAt = fields.expect("created_at", StringRule)
    return {
      Event(
        id: $0[id], type: $0[type], actor: Actor(login: $0[login]),
        repository: Repository(name: $0[repository]),
        payload: Payload(size: $0[size], issue: $0[score].map { Issue(score: $0) }),
        isPublic: $0[isPublic], createdAt: $0[createdAt])
    }
  }
}
