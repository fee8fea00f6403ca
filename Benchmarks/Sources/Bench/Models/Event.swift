/// Eight fields of an event of the feed: those that the import takes.
struct Event: Decodable, Sendable {
  let id: Int64
  let type: String
  let actor: Actor
  let repository: Repository
  let payload: Payload
  let isPublic: Bool
  let createdAt: String

  enum CodingKeys: String, CodingKey {
    case id = "id"
    case type = "type"
    case actor = "actor"
    case repository = "repo"
    case payload = "payload"
    case isPublic = "public"
    case createdAt = "created_at"
  }

  struct Actor: Decodable, Sendable {
    let login: String

    enum CodingKeys: String, CodingKey { case login }
  }

  struct Repository: Decodable, Sendable {
    let name: String

    enum CodingKeys: String, CodingKey { case name }
  }

  /// Pushes have a size, comments and issues an issue.
  struct Payload: Decodable, Sendable {
    let size: Int64?
    let issue: Issue?

    enum CodingKeys: String, CodingKey {
      case size
      case issue
    }
  }

  struct Issue: Decodable, Sendable {
    let score: Double

    enum CodingKeys: String, CodingKey { case score }
  }
}
