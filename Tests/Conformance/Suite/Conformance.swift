import Sluice

/// One part of the suite: how many cases it checked, and what failed.
public struct Outcome: Sendable {
  public let name: String
  /// Anything else worth printing; the same under each kernel.
  public internal(set) var note = ""
  public private(set) var cases = 0
  public private(set) var failures: [String] = []

  init(_ name: String) { self.name = name }

  mutating func check(_ passes: Bool, _ failure: @autoclosure () -> String) {
    cases += 1
    if !passes { failures.append(failure()) }
  }

  public var passes: Int { cases - failures.count }
}

/// All parts. Each reads the corpus again, and none needs a testing framework, because the runner has none.
public enum Conformance {
  public static func all(_ corpus: Corpus, mutations: Int, seed: UInt64) throws -> [Outcome] {
    [
      try testSuite(corpus), try transforms(corpus), try jsonChecker(corpus),
      try roundTrips(corpus), try documents(corpus), try numbers(corpus),
      try mutated(corpus, count: mutations, seed: seed),
    ] + (try tokenizer(corpus, count: mutations / 20, seed: seed))
  }

  /// JSONTestSuite, test_parsing: y_ accepted, n_ refused, i_ as the table says.
  public static func testSuite(_ corpus: Corpus) throws -> Outcome {
    var outcome = Outcome("JSONTestSuite, test_parsing")
    var reader = JSONReader(checking: .full)
    for file in try corpus.files("JSONTestSuite/test_parsing") {
      let expected =
        switch file.lastName.prefix(2) {
        case "y_": true
        case "n_": false
        default: ImplementationDefined.accepted.contains(file.lastName)
        }
      let verdict = reader.verdict(of: file.bytes)
      outcome.check(
        verdict.isAccepted == expected,
        "\(file): expected \(expected ? "ok" : "an error"), \(verdict)")
      if file.lastName.hasPrefix("i_") {
        let known = expected || ImplementationDefined.refused.contains(file.lastName)
        outcome.check(known, "\(file): it has no verdict in the table")
      }
    }
    return outcome
  }

  /// jsonchecker: pass files accepted, fail files refused; the two that RFC 8259 allows are marked.
  public static func jsonChecker(_ corpus: Corpus) throws -> Outcome {
    var outcome = Outcome("jsonchecker")
    var reader = JSONReader(checking: .full)
    for file in try corpus.files("nativejson-benchmark/jsonchecker") {
      let expected = file.lastName.hasPrefix("pass") || file.lastName.contains("EXCLUDE")
      let verdict = reader.verdict(of: file.bytes)
      outcome.check(verdict.isAccepted == expected, "\(file): \(verdict)")
    }
    return outcome
  }

  /// Every file of the corpus has the verdict and values of simdjson's DOM; files meant to be JSON are accepted.
  public static func documents(_ corpus: Corpus) throws -> Outcome {
    var outcome = Outcome("all documents against the DOM")
    var differential = Differential()
    var reader = JSONReader(checking: .full)
    for file in try corpus.documents() {
      let difference = differential.difference(in: file.bytes)
      outcome.check(difference == nil, "\(file): \(difference ?? "")")
      if file.name.hasPrefix("documents/") || file.name.hasPrefix("octokit-webhooks/") {
        let verdict = reader.verdict(of: file.bytes)
        outcome.check(verdict.isAccepted, "\(file): \(verdict)")
      }
    }
    return outcome
  }

  /// Damaged documents; the same seed gives the same documents.
  public static func mutated(_ corpus: Corpus, count: Int, seed: UInt64) throws -> Outcome {
    var outcome = Outcome("damaged documents against the DOM, seed \(seed)")
    var differential = Differential()
    var mutation = Mutation(seed: seed)
    let files = try corpus.documents()
    guard !files.isEmpty else { return outcome }
    for i in 0..<count {
      let file = files[i % files.count]
      let bytes = mutation.damaged(file.bytes, other: files[(i * 7 + 3) % files.count].bytes)
      let difference = differential.difference(in: bytes)
      let start = String(decoding: bytes.prefix(400), as: UTF8.self)
      outcome.check(
        difference == nil,
        "\(file), mutation \(i), \(bytes.count) bytes: \(difference ?? "")\n  \(start)")
    }
    outcome.note =
      "\(differential.accepted) accepted, refusals \(String(differential.refusals, radix: 16))"
    return outcome
  }
}
