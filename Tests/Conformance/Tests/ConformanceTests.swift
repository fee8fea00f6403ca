import ConformanceSuite
import Testing

/// The suite under the kernel of this process. `scripts/conformance` runs it under every kernel.
@Suite(.enabled(if: Corpus.isThere, Comment(rawValue: Corpus.reasonForSkipping)))
struct ConformanceTests {
  let corpus: Corpus

  init() throws { corpus = try #require(Corpus.current) }

  private func expectAllPass(_ outcome: Outcome, atLeast cases: Int) {
    print("\(outcome.name): \(outcome.passes) of \(outcome.cases) pass (\(Kernel.active))")
    #expect(outcome.failures.isEmpty)
    #expect(outcome.cases >= cases, "fewer cases than the corpus contains")
  }

  @Test("accepts JSONTestSuite's y_ files, refuses n_ files, and treats i_ files as listed")
  func testSuite() throws { expectAllPass(try Conformance.testSuite(corpus), atLeast: 318) }

  @Test("JSONTestSuite's transform files give the listed values")
  func transforms() throws { expectAllPass(try Conformance.transforms(corpus), atLeast: 22) }

  @Test("jsonchecker's files pass and fail as their names say")
  func jsonChecker() throws { expectAllPass(try Conformance.jsonChecker(corpus), atLeast: 36) }

  @Test("roundtrip files keep every byte")
  func roundTrips() throws { expectAllPass(try Conformance.roundTrips(corpus), atLeast: 27) }

  @Test("every document has the verdict and the values of simdjson's DOM")
  func documents() throws { expectAllPass(try Conformance.documents(corpus), atLeast: 1400) }

  @Test("every decimal of the number tables gives its exact double and float")
  func numbers() throws { expectAllPass(try Conformance.numbers(corpus), atLeast: 300_000) }

  @Test("damaged documents have the verdict and the values of simdjson's DOM")
  func mutated() throws {
    let seed = UInt64.random(in: 0 ... .max)
    print("seed \(seed)")
    expectAllPass(try Conformance.mutated(corpus, count: 4_000, seed: seed), atLeast: 4_000)
  }

  @Test("the tokenizer has the verdict and the values of the full check, however the stream is cut")
  func tokenizer() throws {
    let seed = UInt64.random(in: 0 ... .max)
    print("seed \(seed)")
    let outcomes = try Conformance.tokenizer(corpus, count: 500, seed: seed)
    for (outcome, least) in zip(outcomes, [350, 500]) { expectAllPass(outcome, atLeast: least) }
  }
}
