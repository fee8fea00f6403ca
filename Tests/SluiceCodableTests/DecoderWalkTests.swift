import Foundation
import SluiceCodable
import TestSupport
import Testing

@Suite("SluiceDecoder against JSONDecoder, asked in any order")
struct DecoderWalkTests {
  /// A document of the keys that are asked for.
  private static func document(_ depth: Int, _ random: inout SeededGenerator) -> String {
    func pick(_ values: [String]) -> String { values.randomElement(using: &random)! }
    let scalars = [
      "null", "true", "false", "0", "7", "-3", "1.5", "\"x\"", "\"\"", "\"7\"", "\"é\\n\"",
    ]
    guard depth > 0 else { return pick(scalars) }
    let count = Int.random(in: 0...4, using: &random)
    switch Int.random(in: 0..<7, using: &random) {
    case 0: return pick(scalars)
    case 1:
      return "[" + (0..<count).map { _ in pick(["1", "2", "-3"]) }.joined(separator: ", ") + "]"
    case 2, 3:
      return "[" + (0..<count).map { _ in document(depth - 1, &random) }.joined(separator: ",")
        + "]"
    default:
      let fields = (0..<count + 1).map { _ in
        let key = pick(DecoderWalk.keys.dropLast() + ["other", "\\u0061"])
        return "\"\(key)\": \(document(depth - 1, &random))"
      }
      return "{" + fields.joined(separator: ",") + "}"
    }
  }

  @Test("the same answers, errors and paths", arguments: [1, 2, 3, 4] as [UInt64])
  func equal(seed: UInt64) throws {
    print("DecoderWalkTests: seed \(seed)")
    var random = SeededGenerator(seed: seed)
    var steps = 0
    for round in 0..<Rounds.count(500, long: 5000) {
      let text = Self.document(Int.random(in: 0...4, using: &random), &random)
      let keys: JSONDecoder.KeyDecodingStrategy =
        round % 4 == 0 ? .convertFromSnakeCase : .useDefaultKeys
      let walks = (0..<2).map { _ in DecoderWalk(seed: seed << 32 + UInt64(round), steps: 60) }
      let ours = Outcome {
        try sluice(Walked.self, text) {
          $0.keyDecodingStrategy = keys
          $0.userInfo[DecoderWalk.key] = walks[0]
        }
      }
      let theirs = Outcome {
        try foundation(Walked.self, text) {
          $0.keyDecodingStrategy = keys
          $0.userInfo[DecoderWalk.key] = walks[1]
        }
      }
      #expect(ours == theirs)
      steps += walks[0].log.count
      guard walks[0].log != walks[1].log else { continue }
      let first = zip(walks[0].log, walks[1].log).prefix { $0 == $1 }.count
      Issue.record(
        """
        seed \(seed), round \(round): \(text)
        \(walks[0].log[..<first].suffix(12).joined(separator: "\n"))
        ours:   \(walks[0].log[first...].first ?? "nothing")
        theirs: \(walks[1].log[first...].first ?? "nothing")
        """)
      return
    }
    print("DecoderWalkTests: \(steps) steps")
    #expect(steps > 5000)
  }
}
