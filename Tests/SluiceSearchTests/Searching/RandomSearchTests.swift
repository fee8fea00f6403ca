import Sluice
import SluiceSearch
import TestSupport
import Testing

/// Random documents, searched by a simple walk over owned values, and by the searches.
@Suite("Searches compared with a simple walk")
struct RandomSearchTests {

  private static let depth = 7

  private func make(_ depth: Int, _ random: inout SeededGenerator) -> JSON {
    let isRoot = depth == RandomSearchTests.depth
    switch Int.random(in: (isRoot ? 4 : 0)..<(depth > 0 ? 10 : 4), using: &random) {
    case 0: return .null
    case 1: return JSON(Int.random(in: 0..<100, using: &random))
    case 2: return .string(["id", "name", "x\"y\\", "é"].randomElement(using: &random) ?? "")
    case 3: return .bool(.random(using: &random))
    case 4, 5, 6:
      return .array(
        (0..<Int.random(in: 0..<5, using: &random)).map { _ in make(depth - 1, &random) })
    default:
      var object = JSONObject()
      for _ in 0..<Int.random(in: 0..<7, using: &random) {
        let key = ["id", "name", "id2", "a", "nam", "email", "i\"d", ""].randomElement(
          using: &random)
        object.updateValue(make(depth - 1, &random), forKey: key ?? "a")
      }
      if Int.random(in: 0..<4, using: &random) == 0 {
        object.updateValue("Ann", forKey: "name")
        object.updateValue(7, forKey: "id")
      }
      return .object(object)
    }
  }

  private func plainly(_ json: JSON, _ found: inout [Account]) {
    switch json {
    case .array(let elements): for element in elements { plainly(element, &found) }
    case .object(let object):
      if let id = object["id"]?.int, let name = object["name"]?.string {
        found.append(Account(id: id, name: name))
      } else {
        for (_, value) in object { plainly(value, &found) }
      }
    default: break
    }
  }

  @Test("both styles find what a recursive walk finds", arguments: [1, 2, 3, 4])
  func same(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var total = 0
    for round in 0..<400 {
      let json = make(RandomSearchTests.depth, &random)
      let options: JSONWriter.Options = round % 2 == 0 ? .compact : .pretty
      let text = try json.serializedString(options)
      var expected: [Account] = []
      plainly(json, &expected)
      total += expected.count
      let note: Comment = "seed \(seed), round \(round): \(text)"
      #expect(try accountSearch.parseAll(text) == expected, note)
      #expect(try accountSearch.parseFirst(text, checking: .accessed) == expected.first, note)
      #expect(
        try accountSearch.parseAll(text, checking: .accessed, nearMisses: NearMissList())
          == expected,
        note)
      #expect(try StrictAccountParser().parse(text) == expected, note)
      #expect(try accountSearch.parseAll(json) == expected, note)
    }
    #expect(total > 100)
  }

  /// Converts nothing, like the simple walk.
  private final class StrictAccountParser: JSONParser<Account> {
    override func parseObject(_ data: JSON) -> Account? {
      guard let id = data["id"], let name = data["name"],
        let number = try? id.withCursor({ try $0.int }),
        let text = try? name.view.string
      else { return nil }
      return Account(id: number, name: text)
    }
  }
}
