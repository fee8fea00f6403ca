import DocumentTestSupport
import Sluice
import SluiceQueries
import TestSupport
import Testing

@Suite("Random JSONPath queries")
struct RandomQueryTests {
  private func document(_ depth: Int, using random: inout SeededGenerator) -> JSON {
    switch Int.random(in: 0..<(depth > 0 ? 12 : 4), using: &random) {
    case 0: return [nil, true, false, "a", "é", ""].randomElement(using: &random) ?? nil
    case 1: return ["b", 1.5, -0.5].randomElement(using: &random) ?? 0
    case 2, 3: return JSON(Int.random(in: -2...3, using: &random))
    case 4...7:
      return .array(
        (0..<Int.random(in: 0...5, using: &random)).map { _ in
          document(depth - 1, using: &random)
        })
    default:
      return .object(
        JSONObject(
          QueryModel.names.shuffled(using: &random).prefix(Int.random(in: 0...4, using: &random))
            .map { (key: $0, value: document(depth - 1, using: &random)) }))
    }
  }

  @Test("select what a plain evaluation on owned values selects", arguments: 0..<8)
  func agreement(part: Int) throws {
    let seed = UInt64(22_000 + part)
    var random = SeededGenerator(seed: seed)
    var found = 0
    for round in 0..<Rounds.count(120, long: 10_000) {
      let json = JSON((0..<4).map { _ in document(5, using: &random) })
      let model = QueryModel(depth: 3, using: &random)
      let text = model.text()
      let query = try JSONQuery(text)
      let (values, paths) = try reading(json.description) { root in
        var values: [JSON] = []
        try query.forEach(in: root) { values.append(try $0.materialize()) }
        return (values, try query.locations(in: root))
      }
      let expected = model.values(in: json)
      #expect(values == expected, "seed \(seed), round \(round): \(text) in \(json)")
      // Each path leads back to its value.
      let kept = try JSONDocument(parsing: json.description)
      for (path, value) in zip(paths, values) {
        let again = try JSONQuery(path).first(in: kept.root)?.materialize()
        #expect(again == value, "seed \(seed), round \(round): \(path)")
      }
      #expect(paths.count == values.count)
      found += values.count
    }
    print("random queries: seed \(seed), \(found) values")
    #expect(found > 300)
  }
}
