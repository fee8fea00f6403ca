import DocumentTestSupport
import Sluice
import TestSupport
import Testing

/// A malformed word has the code of a full check, in every reader.
@Suite("A scalar that is not JSON")
struct MalformedScalarTests {
  /// Ways to read a value, each as another kind than most values have.
  private static let reads: [(name: String, read: @Sendable (JSONCursor) throws -> Void)] = [
    ("int", { _ = try $0.int }), ("uint8", { _ = try $0.uint8 }), ("double", { _ = try $0.double }),
    ("float", { _ = try $0.float }), ("number", { _ = try $0.number }),
    ("bool", { _ = try $0.bool }),
    ("string", { _ = try $0.string }), ("text", { _ = try $0.text.string }),
    ("fields", { _ = try $0.fields }), ("elements", { _ = try $0.elements }),
    ("count", { _ = try $0.count }), ("key", { _ = try $0["k"] }), ("index", { _ = try $0[0] }),
    ("ifPresent", { _ = try $0[ifPresent: "k"] != nil }),
    ("materialize", { _ = try $0.materialize() }),
    ("rawBytes", { _ = try $0.rawBytes }),
  ]

  private func check(_ word: String, is code: String, _ story: String) {
    let text = "{\"v\":\(word)}"
    let full = refusal(of: text, .full)
    #expect(full?.code.description == code, "\(story): in full")
    for (name, read) in MalformedScalarTests.reads {
      let error = refusal(of: text) { root in try read(root["v"]) }
      #expect(error?.code.description == code, "\(story): read as \(name)")
    }
  }

  @Test(
    "was a type mismatch to those who wanted another kind",
    arguments: [
      ("NaN", "invalid-literal"), ("nul", "invalid-literal"), ("garbage", "invalid-literal"),
      ("-Infinity", "invalid-number"), ("01", "invalid-number"), ("", "unexpected-token"),
      ("\"\\q\"", "invalid-escape"), ("+1", "invalid-literal"), ("1\"x\"", "invalid-number"),
      ("null\"x\"", "invalid-literal"),
    ])
  func words(word: String, code: String) {
    check(word, is: code, "{\"v\":\(word)}")
  }

  @Test("has one code for all who read it, by a strict parser's verdict")
  func model() {
    let seed: UInt64 = 46_231
    var random = RandomWords(seed: seed)
    var faults = 0
    for round in 0..<Rounds.count(400, long: 40_000) {
      let word = random.value(levels: 0)
      let story = "seed \(seed), round \(round): \(word)"
      if let code = StrictWord.fault(in: word) {
        faults += 1
        check(word, is: code, story)
        continue
      }
      for (name, read) in MalformedScalarTests.reads {
        let error = refusal(of: "{\"v\":\(word)}") { root in try read(root["v"]) }
        #expect(error?.isAboutText != true, "\(story): read as \(name)")
      }
    }
    #expect(faults > 100)
  }

  @Test("is found in all the depth of a value, where that is asked for")
  func depth() {
    let seed: UInt64 = 46_232
    var random = RandomWords(seed: seed)
    for round in 0..<Rounds.count(400, long: 40_000) {
      let value = random.value(levels: 4)
      var found: String?
      let error = refusal(of: "{\"v\":\(value)}") { root in
        found = try root["v"].position.valueFault?.code.description
      }
      #expect(
        error == nil && found == StrictWord.fault(in: value),
        "seed \(seed), round \(round): \(value)")
    }
  }
}
