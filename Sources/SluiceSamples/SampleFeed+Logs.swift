/// Log records of eleven fields; three may be missing, and three others may be added.
extension SampleFeed {
  private struct Extras: OptionSet {
    let rawValue: Int
    static let noUser = Extras(rawValue: 1)
    static let noMessage = Extras(rawValue: 2)
    static let noRequest = Extras(rawValue: 4)
    static let trace = Extras(rawValue: 8)
    static let tags = Extras(rawValue: 16)
    static let error = Extras(rawValue: 32)
  }

  mutating func appendLog(to bytes: inout [UInt8]) {
    var extras: Extras = []
    if random.chance(percent: 20) {
      extras.insert(Extras(rawValue: 1 << random.below(6)))
      if random.chance(percent: 25) { extras.insert(Extras(rawValue: 1 << random.below(6))) }
    }
    let order = order(of: 14)
    let start = bytes.count
    for i in 0..<14 { appendLogField(order?[i] ?? i, extras, to: &bytes) }
    // Each field begins with a comma; the first one becomes the brace.
    bytes[start] = UInt8(ascii: "{")
    bytes.append(UInt8(ascii: "}"))
  }

  private mutating func appendLogField(
    _ field: Int, _ extras: Extras, to bytes: inout [UInt8]
  ) {
    switch field {
    case 0:
      bytes.write(",\"timestamp\":\"")
      bytes.write(time: clock, fraction: true)
      bytes.write("\"")
    case 1: bytes.write(string: pick(words.levels), key: ",\"level\":\"")
    case 2: bytes.write(string: pick(words.services), key: ",\"service\":\"")
    case 3:
      bytes.write(string: pick(words.regions), key: ",\"host\":\"")
      bytes[bytes.count - 1] = UInt8(ascii: "-")
      bytes.write(decimal: random.below(40) + 1)
      bytes.write("\"")
    case 4:
      guard extras.contains(.trace) else { return }
      bytes.write(",\"trace\":{\"span\":\"")
      bytes.write(hexadecimal: random.next(), digits: 8)
      bytes.write("\",\"parent\":")
      if random.chance(percent: 40) { bytes.write("null") } else { bytes.write("\"a1b2c3d4\"") }
      bytes.write(",\"sampled\":")
      bytes.write(random.chance(percent: 50) ? "true}" : "false}")
    case 5:
      bytes.write(",\"status\":")
      bytes.write(pick(words.statuses))
    case 6: appendDuration(to: &bytes)
    case 7: bytes.write(string: pick(words.methods), key: ",\"method\":\"")
    case 8:
      bytes.write(",\"path\":\"/")
      bytes.write(pick(words.resources))
      bytes.write("/")
      bytes.write(decimal: random.below(100_000))
      bytes.write("\"")
    case 9:
      guard extras.contains(.tags) else { return }
      bytes.write(",\"tags\":[")
      for i in 0..<random.below(4) {
        bytes.write(string: pick(words.labels), key: i == 0 ? "\"" : ",\"")
      }
      bytes.write("]")
    case 10:
      guard !extras.contains(.noUser) else { return }
      if random.chance(percent: 30) {
        bytes.write(",\"user\":null")
      } else {
        bytes.write(string: pick(words.logins), key: ",\"user\":\"")
      }
    case 11:
      guard extras.contains(.error) else { return }
      bytes.write(",\"error\":{\"code\":-")
      bytes.write(decimal: random.below(64) + 1)
      bytes.write(",\"text\":\"upstream \\\"")
      bytes.write(pick(words.services))
      bytes.write("\\\" gave up\"}")
    case 12:
      guard !extras.contains(.noMessage) else { return }
      bytes.write(string: pick(words.messages), key: ",\"message\":\"")
    default:
      guard !extras.contains(.noRequest) else { return }
      bytes.write(",\"request_id\":\"")
      bytes.write(hexadecimal: random.next(), digits: 8)
      bytes.write("\"")
    }
  }

  /// Mostly a few milliseconds, rarely seconds: three decimals, sometimes an exponent or no
  /// fraction.
  private mutating func appendDuration(to bytes: inout [UInt8]) {
    bytes.write(",\"duration_ms\":")
    let kind = random.below(100)
    let scale = kind < 70 ? 50_000 : kind < 95 ? 900_000 : 30_000_000
    let microseconds = random.below(scale)
    switch kind {
    case 40:
      bytes.write(decimal: microseconds / 1000)
    case 41:
      bytes.write(decimal: microseconds % 9 + 1)
      bytes.write("e-3")
    default:
      bytes.write(decimal: microseconds / 1000)
      bytes.write(".")
      bytes.write(decimal: microseconds % 1000, width: 3)
    }
  }
}

extension [UInt8] {
  /// A key, its colon and opening quote, then the string and its closing quote.
  mutating func write(string: StaticString, key: StaticString) {
    write(key)
    write(string)
    append(UInt8(ascii: "\""))
  }
}
