import Foundation
import Sluice
import SluiceFeed
import SluiceRemote
import TestSupport
import Testing

/// A server whose object changes at random requests and cuts at random bytes, against the rule that what is delivered
/// is one state of it, or an error.
@Suite(
  "A random server of a changing object",
  .enabled(if: ObjectServer.python != nil, "python3 is not installed"))
struct RemoteModelTests {
  /// How a server tells the states of its object apart.
  enum Validator: CaseIterable { case strong, weak, time, none }

  /// A round: the states, and what the server does with each request.
  struct Round {
    let validator: Validator
    let states: [[String]]
    let isPacked: Bool
    let script: String

    init(_ random: inout SeededGenerator) {
      validator = Validator.allCases.randomElement(using: &random) ?? .none
      isPacked = Int.random(in: 0..<4, using: &random) == 0
      // All states have the same size, or sizes differ.
      let widths = Bool.random(using: &random) ? [30, 30, 30] : [30, 31, 29]
      let count = Int.random(in: 1...1500, using: &random)
      states = widths.enumerated().map { state, width in
        (0..<count).map {
          "{\"state\":\(state),\"id\":\(100_000 + $0),\"x\":\"\(String(repeating: "x", count: width))\"}"
        }
      }
      var (state, steps) = (0, [String]())
      for _ in 0..<20 {
        if Int.random(in: 0..<4, using: &random) == 0 {
          state = Int.random(in: 0..<3, using: &random)
        }
        steps.append(Round.step(state, validator, 90 * count, &random))
      }
      script = "[" + steps.joined(separator: ",") + "]"
    }

    private static func step(
      _ state: Int, _ validator: Validator, _ size: Int, _ random: inout SeededGenerator
    ) -> String {
      var parts = ["\"state\":\(state)"]
      switch validator {
      case .strong: break
      case .weak: parts.append("\"etag\":\"W/\\\"1\\\"\"")
      case .time: parts.append("\"modified\":\"Sat, 31 Jan 2026 12:00:00 GMT\"")
      case .none: parts.append("\"plain\":true")
      }
      func add(_ text: String, oneIn count: Int) {
        if Int.random(in: 0..<count, using: &random) == 0 { parts.append(text) }
      }
      add("\"cut\":\(Int.random(in: 0...size, using: &random))", oneIn: 2)
      add("\"chunked\":true", oneIn: 3)
      add("\"full\":true", oneIn: 3)
      add("\"most\":\(Int.random(in: 1...size, using: &random))", oneIn: 6)
      add("\"status\":503", oneIn: 12)
      return "{" + parts.joined(separator: ",") + "}"
    }

    func body(_ state: Int) -> [UInt8] {
      let lines = states[state]
      return isPacked ? Remote.gzip(lines) : Array(Remote.text(lines).utf8)
    }
  }

  struct Stop: Error {}

  /// Reads all, in two feeds if there is a number of records for the first.
  private func read(_ object: () throws -> RemoteObject, _ url: String, _ first: Int?) throws
    -> [String]
  {
    guard let first else {
      let object = try object()
      var feed = try JSONFeed(object, end: nil, options: FeedOptions(), from: .start, stop: nil)
      var records: [String] = []
      try feed.forEach { records.append(String(decoding: $0.rawBytes, as: UTF8.self)) }
      return records
    }
    var records: [String] = []
    var after = FeedPosition.start
    do {
      var feed = try JSONFeed(.url(url))
      try feed.forEach {
        guard records.count < first else { throw Stop() }
        records.append(String(decoding: $0.rawBytes, as: UTF8.self))
        after = $0.positionAfter
      }
    } catch is Stop {}
    var rest = try JSONFeed(.url(url), from: after)
    try rest.forEach { records.append(String(decoding: $0.rawBytes, as: UTF8.self)) }
    return records
  }

  @Test("delivered a mixture of states, or one of them twice")
  func model() throws {
    let remote = try Remote()
    let context = remote.context(attempts: 4)
    var (whole, failed) = (0, 0)
    for seed in 0..<UInt64(Rounds.count(150, long: 5000)) {
      var random = SeededGenerator(seed: seed)
      let round = Round(&random)
      try remote.server.put(
        "/a", round.body(0), script: round.script, states: (0..<3).map(round.body))
      // Those that ask by URL have the waits of everyday.
      let isResumed = Int.random(in: 0..<12, using: &random) == 0
      let first = isResumed ? Int.random(in: 0...round.states[0].count, using: &random) : nil
      let isInspected = Bool.random(using: &random)
      do {
        let records = try read(
          {
            let object = try remote.object("/a", context)
            if isInspected { try object.inspect() }
            return object
          }, remote.server.site + "/a", first)
        #expect(
          round.states.contains(records),
          "seed \(seed), \(round.validator): \(records.count) records of \(round.states[0].count), of the states \(Set(records.map { $0.prefix(10) }))"
        )
        whole += 1
      } catch is JSONError {
        failed += 1
      }
    }
    print("random server of a changing object: \(whole) whole, \(failed) refused")
    #expect(whole > 20 && failed > 20)
  }
}
