/// A service's answer with a list of entities, each of thirteen properties: some optional, some
/// null.
enum Members {
  static let seed: UInt64 = 0x51_0000_0003
  static let count = 1_000
  /// The path of the list in the answer.
  static let keyPath = "response.members"

  static func make() -> [UInt8] {
    var random = Random(seed: seed)
    let members = (0..<count).map { _ in member(&random) }.joined(separator: ",\n    ")
    return Array(
      """
      {
        "meta": {"status": 200, "request": "\(hex(16, &random))"},
        "response": {"total": \(count), "members": [
          \(members)
        ]}
      }

      """.utf8)
  }

  private static func member(_ random: inout Random) -> String {
    let id = hex(24, &random)
    let login = hex(4 + random.below(8), &random)
    let scores = (0..<random.below(8)).map { _ in "\(random.below(1000))" }.joined(separator: ", ")
    let email = random.below(4) == 0 ? "null" : "\"\(login)@example.com\""
    let note =
      switch random.below(4) {
      case 0: ", \"note\": \"\(pick(notes, &random))\""
      case 1: ", \"note\": null"
      default: ""
      }
    let sign = random.below(2) == 0 ? "-" : ""
    let balance = "\(sign)\(random.below(100_000)).\(10 + random.below(90))"
    return """
      {"id": "\(id)", "name": "\(pick(names, &random))", "email": \(email), \
      "age": \(18 + random.below(70)), "points": \(random.below(2_000_000) - 1_000_000), \
      "visits": \(random.below(9_000_000_000)), "rating": \(random.below(5)).\(random.below(10)), \
      "balance": \(balance), \
      "is_active": \(random.below(3) > 0), "homepage": "https://example.com/members/\(login)", \
      "scores": [\(scores)], "address": \(address(&random))\(note)}
      """
  }

  private static func address(_ random: inout Random) -> String {
    let postalCode = random.below(5) == 0 ? "null" : "\"\(1000 + random.below(9000)) AB\""
    return """
      {"street": "\(pick(streets, &random)) \(1 + random.below(400))", \
      "city": "\(pick(cities, &random))", "postal_code": \(postalCode)}
      """
  }

  private static func pick(_ texts: [String], _ random: inout Random) -> String {
    texts[random.below(texts.count)]
  }

  private static func hex(_ digits: Int, _ random: inout Random) -> String {
    String((0..<digits).map { _ in Array("0123456789abcdef")[random.below(16)] })
  }

  private static let names = [
    "Ada Lovelace", "Søren Kierkegaard", "Miyazaki Hayao 宮崎", "J. O’Neill", "Grace Hopper",
  ]
  private static let streets = ["Canal Street", "Große Straße", "Herengracht", "Main Road"]
  private static let cities = ["Utrecht", "Zürich", "Oslo", "Leeds", "São Paulo"]
  private static let notes = [
    "Pays by invoice, thirty days.", "Called twice\\nno answer", "Prefers \\\"post\\\"", "",
  ]
}
