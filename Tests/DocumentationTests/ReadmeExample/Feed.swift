import SluiceCodable
import SluiceFeed

/// README.md: "A feed".
func readFeed() throws {
  struct Event: Decodable {
    let type: String
    let actor: Actor
    let payload: Payload
    struct Actor: Decodable { let login: String }
    struct Payload: Decodable { let size: Int? }
  }

  var feed = try JSONFeed(.file("events.ndjson"))
  var pushed: [String: Int] = [:]
  try feed.forEach(.codable(Event.self)) { event in
    guard event.type == "PushEvent" else { return }
    pushed[event.actor.login, default: 0] += event.payload.size ?? 0
  } rejected: { bad in
    print("line \(bad.line): \(bad.error)")
  }
  for (login, commits) in pushed.sorted(by: { $0.value > $1.value }).prefix(3) {
    print(login, commits)
  }
}
