/// Event records: who did what to which repository, and a payload that depends on the action.
extension SampleFeed {
  mutating func appendEvent(to bytes: inout [UInt8]) {
    serial += 1 + random.below(5)
    let actor = random.below(words.logins.count)
    let owner = random.chance(percent: 60) ? actor : random.below(words.logins.count)
    let project = pick(words.projects)
    let repository = 1_000_000 + random.below(700_000_000)
    let kind = random.below(100)
    // Optional fields: `display_login` may be missing, `org` may be present.
    let varied = random.chance(percent: 20)
    let order = order(of: 8)
    let start = bytes.count
    for i in 0..<8 {
      switch order?[i] ?? i {
      case 0:
        bytes.write(",\"id\":")
        bytes.write(decimal: serial)
      case 1: bytes.write(string: eventType(kind), key: ",\"type\":\"")
      case 2:
        appendActor(actor, key: ",\"actor\":", displayed: !(varied && kind & 1 == 0), to: &bytes)
      case 3:
        bytes.write(",\"repo\":{\"id\":")
        bytes.write(decimal: repository)
        bytes.write(",\"name\":\"")
        appendRepositoryName(owner, project, to: &bytes)
        bytes.write("\",\"url\":\"https://api.example.com/repos/")
        appendRepositoryName(owner, project, to: &bytes)
        bytes.write("\"}")
      case 4:
        bytes.write(",\"payload\":")
        appendPayload(kind, owner, project, repository, to: &bytes)
      case 5:
        bytes.write(",\"public\":")
        bytes.write(random.chance(percent: 95) ? "true" : "false")
      case 6:
        bytes.write(",\"created_at\":\"")
        bytes.write(time: clock, fraction: false)
        bytes.write("\"")
      default:
        if varied && kind & 1 == 1 {
          appendActor(owner, key: ",\"org\":", displayed: false, to: &bytes)
        }
      }
    }
    bytes[start] = UInt8(ascii: "{")
    bytes.append(UInt8(ascii: "}"))
  }

  private func eventType(_ kind: Int) -> StaticString {
    switch kind {
    case 0..<55: "PushEvent"
    case 55..<70: "IssueCommentEvent"
    case 70..<80: "IssuesEvent"
    case 80..<92: "CreateEvent"
    default: "WatchEvent"
    }
  }

  private mutating func appendPayload(
    _ kind: Int, _ owner: Int, _ project: StaticString, _ repository: Int, to bytes: inout [UInt8]
  ) {
    switch kind {
    case 0..<55: appendPush(owner, project, repository, to: &bytes)
    case 55..<80: appendIssue(withComment: kind < 70, to: &bytes)
    case 80..<92:
      bytes.write(string: pick(words.branches), key: "{\"ref\":\"")
      bytes.write(",\"ref_type\":\"branch\",\"master_branch\":\"main\"")
      appendText(key: ",\"description\":\"", to: &bytes)
      bytes.write(",\"pusher_type\":\"user\"}")
    default: appendStar(to: &bytes)
    }
  }

  private mutating func appendPush(
    _ owner: Int, _ project: StaticString, _ repository: Int, to bytes: inout [UInt8]
  ) {
    let size = 1 + min(random.below(7), random.below(7))
    bytes.write("{\"repository_id\":")
    bytes.write(decimal: repository)
    bytes.write(",\"push_id\":")
    bytes.write(decimal: 9_000_000_000 + random.below(999_999_999))
    bytes.write(",\"size\":")
    bytes.write(decimal: size)
    bytes.write(",\"distinct_size\":")
    bytes.write(decimal: size)
    bytes.write(string: pick(words.branches), key: ",\"ref\":\"refs/heads/")
    bytes.write(",\"head\":\"")
    appendHash(to: &bytes)
    bytes.write("\",\"before\":\"")
    appendHash(to: &bytes)
    bytes.write("\",\"commits\":[")
    for i in 0..<size {
      let author = random.below(words.logins.count)
      bytes.write(i == 0 ? "{\"sha\":\"" : ",{\"sha\":\"")
      let sha = bytes.count
      appendHash(to: &bytes)
      bytes.write(string: words.logins[author], key: "\",\"author\":{\"email\":\"")
      bytes.removeLast()
      bytes.write(string: words.names[author], key: "@example.com\",\"name\":\"")
      bytes.write(string: pick(words.commits), key: "},\"message\":\"")
      bytes.write(random.chance(percent: 90) ? ",\"distinct\":true" : ",\"distinct\":false")
      bytes.write(",\"url\":\"https://api.example.com/repos/")
      appendRepositoryName(owner, project, to: &bytes)
      bytes.write("/commits/")
      for i in sha..<sha + 40 { bytes.append(bytes[i]) }
      bytes.write("\"}")
    }
    bytes.write("]}")
  }

  private mutating func appendIssue(withComment: Bool, to bytes: inout [UInt8]) {
    bytes.write(string: pick(words.actions), key: "{\"action\":\"")
    bytes.write(",\"issue\":{\"id\":")
    bytes.write(decimal: 2_000_000_000 + random.below(500_000_000))
    bytes.write(",\"number\":")
    bytes.write(decimal: 1 + random.below(4000))
    bytes.write(string: pick(words.titles), key: ",\"title\":\"")
    appendActor(random.below(words.logins.count), key: ",\"user\":", displayed: false, to: &bytes)
    bytes.write(",\"labels\":[")
    for i in 0..<random.below(4) {
      bytes.write(string: pick(words.labels), key: i == 0 ? "{\"name\":\"" : ",{\"name\":\"")
      bytes.write(",\"color\":\"")
      bytes.write(hexadecimal: random.next(), digits: 6)
      bytes.write("\"}")
    }
    bytes.write("],\"state\":\"open\",\"assignee\":null,\"milestone\":null,\"comments\":")
    bytes.write(decimal: random.below(30))
    bytes.write(",\"score\":")
    bytes.write(decimal: random.below(100))
    bytes.write(".")
    bytes.write(decimal: random.below(1000), width: 3)
    appendText(key: ",\"body\":\"", to: &bytes)
    bytes.write("}")
    if withComment {
      bytes.write(",\"comment\":{\"id\":")
      bytes.write(decimal: 1_500_000_000 + random.below(400_000_000))
      appendText(key: ",\"body\":\"", to: &bytes)
      bytes.write("}")
    }
    bytes.write("}")
  }

  private mutating func appendStar(to bytes: inout [UInt8]) {
    bytes.write(
      "{\"action\":\"started\",\"repository\":{\"private\":false,\"fork\":false,\"stars\":")
    bytes.write(decimal: random.below(90_000))
    bytes.write(",\"language\":")
    bytes.write(random.chance(percent: 30) ? "null" : "\"Swift\"")
    bytes.write(",\"license\":null,\"topics\":[\"json\",\"größe\"]")
    appendText(key: ",\"description\":\"", to: &bytes)
    bytes.write("}}")
  }

  private mutating func appendText(key: StaticString, to bytes: inout [UInt8]) {
    bytes.write(key)
    for _ in 0..<1 + random.below(8) { bytes.write(pick(words.sentences)) }
    bytes.write("\"")
  }

  private mutating func appendActor(
    _ person: Int, key: StaticString, displayed: Bool, to bytes: inout [UInt8]
  ) {
    let login = words.logins[person]
    let id = 1000 + person * 7_654_321
    bytes.write(key)
    bytes.write("{\"id\":")
    bytes.write(decimal: id)
    bytes.write(string: login, key: ",\"login\":\"")
    if displayed { bytes.write(string: login, key: ",\"display_login\":\"") }
    bytes.write(
      string: login, key: ",\"gravatar_id\":\"\",\"url\":\"https://api.example.com/users/")
    bytes.write(",\"avatar_url\":\"https://avatars.example.com/u/")
    bytes.write(decimal: id)
    bytes.write("?\"}")
  }

  private func appendRepositoryName(
    _ owner: Int, _ project: StaticString, to bytes: inout [UInt8]
  ) {
    bytes.write(words.logins[owner])
    bytes.write("/")
    bytes.write(project)
  }

  private mutating func appendHash(to bytes: inout [UInt8]) {
    bytes.write(hexadecimal: random.next(), digits: 16)
    bytes.write(hexadecimal: random.next(), digits: 16)
    bytes.write(hexadecimal: random.next(), digits: 8)
  }
}
