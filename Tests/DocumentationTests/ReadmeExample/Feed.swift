import Sluice
import SluiceFeed

/// README.md: "A feed".
func readFeed() throws {
  var feed = try JSONFeed(.file("events.ndjson"))
  var pushed: [String: Int] = [:]
  try feed.forEach { record in
    let event = record.cursor
    guard try event["type"].string == "PushEvent" else { return }
    pushed[try event["actor"]["login"].string, default: 0] += try event["payload"]["size"].int
  } rejected: { bad in
    print("line \(bad.line): \(bad.error)")
  }
  for (login, commits) in pushed.sorted(by: { $0.value > $1.value }).prefix(3) {
    print(login, commits)
  }
}
