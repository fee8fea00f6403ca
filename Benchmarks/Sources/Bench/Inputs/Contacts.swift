/// A list of entities with eight members each.
enum Contacts {
  static let seed: UInt64 = 0x51_0000_0005
  static let count = 1_000

  static func make() -> [UInt8] {
    var random = Random(seed: seed)
    let contacts = (0..<count).map { _ in contact(&random) }
    return Array("[\n  \(contacts.joined(separator: ",\n  "))\n]\n".utf8)
  }

  private static func contact(_ random: inout Random) -> String {
    let login = String((0..<4 + random.below(8)).map { _ in Array("abcdefgh")[random.below(8)] })
    let email = random.below(4) == 0 ? "null" : "\"\(login)@example.com\""
    let chosen = (0..<random.below(4)).map { _ in "\"\(pick(tags, &random))\"" }
    return """
      {"id": \(random.below(9_000_000)), "name": "\(pick(names, &random))", \
      "age": "\(18 + random.below(70))", "rating": \(random.below(5)).\(random.below(10)), \
      "active": "\(random.below(3) > 0 ? "y" : "n")", "email": \(email), \
      "tags": [\(chosen.joined(separator: ", "))], "level": "\(pick(levels, &random))"}
      """
  }

  private static func pick(_ texts: [String], _ random: inout Random) -> String {
    texts[random.below(texts.count)]
  }

  private static let names = [
    "Ada Lovelace", "Søren Kierkegaard", "Miyazaki Hayao 宮崎", "J. O’Neill", "Grace Hopper",
  ]
  private static let tags = ["new", "pays by invoice", "vip", "called twice"]
  private static let levels = ["guest", "member", "owner"]
}
