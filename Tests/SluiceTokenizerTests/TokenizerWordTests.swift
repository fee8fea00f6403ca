import Sluice
import SluiceFeed
import TestSupport
import Testing

@Suite("A word that is not JSON, in a stream of tokens")
struct TokenizerWordTests {
  @Test("has the code that a document has, by a strict parser's verdict")
  func codes() throws {
    let seed: UInt64 = 46_233
    var random = RandomWords(seed: seed)
    for round in 0..<Rounds.count(300, long: 20_000) {
      let value = random.value()
      // A tokenizer does not check escapes.
      if value.contains("\\") { continue }
      let story = "seed \(seed), round \(round): \(value)"
      let code = StrictWord.fault(in: value)
      let tokens = try Tokens("{\"v\":\(value)}")
      #expect(tokens.error?.prefix { $0 != "@" } == code?[...], "\(story)")
    }
  }
}
