import Foundation
import SluiceCodable
import TestSupport
import Testing

/// Both decoders over generated types, values and strategies.
@Suite("SluiceDecoder against JSONDecoder")
struct DifferentialTests {
  /// The strategies of a pair, set on both decoders.
  private struct Strategies: CustomStringConvertible {
    let dates: JSONDecoder.DateDecodingStrategy
    let data: JSONDecoder.DataDecodingStrategy
    let floats: JSONDecoder.NonConformingFloatDecodingStrategy
    let keys: JSONDecoder.KeyDecodingStrategy

    init(using random: inout SeededGenerator) {
      dates = [.deferredToDate, .secondsSince1970, .millisecondsSince1970, .iso8601]
        .randomElement(using: &random)!
      data = Bool.random(using: &random) ? .base64 : .deferredToData
      floats =
        Bool.random(using: &random)
        ? .throw
        : .convertFromString(positiveInfinity: "inf", negativeInfinity: "-inf", nan: "NaN")
      keys = [
        .useDefaultKeys, .useDefaultKeys, .convertFromSnakeCase,
        .custom { path in ShapeKey(path.last!.stringValue.lowercased()) },
      ].randomElement(using: &random)!
    }

    var description: String { "\(dates), \(data), \(floats), \(keys)" }
  }

  /// Why the outcomes may differ, as the page Coming from JSONDecoder lists it; nil if they may not.
  private static func reason(_ ours: Outcome, _ theirs: Outcome, _ text: String) -> String? {
    if case .error("dataCorrupted", _, "") = ours, text.contains("e400") {
      return "a number beyond all doubles is refused wherever it is"
    }
    if case .error(let kind, let subject, let our) = ours,
      case .error(kind, subject, let their) = theirs, !their.isEmpty, our != their,
      parent(our) == parent(their)
    {
      return "the values of a dictionary fail in the document's order, in Foundation in any"
    }
    if case .error("dataCorrupted", _, _) = ours, text.contains("e-400") {
      return "an integer too small for a double is not 0"
    }
    guard case .error("dataCorrupted", _, let our) = ours,
      case .error("dataCorrupted", _, let their) = theirs
    else { return nil }
    if their.isEmpty { return "Foundation's path is empty for a number that does not fit" }
    if our.hasPrefix(their) { return "Foundation's path of a date lacks its own key" }
    return nil
  }

  private static func parent(_ path: String) -> Substring {
    path[..<(path.lastIndex(of: ".") ?? path.startIndex)]
  }

  @Test("equal values, errors and coding paths", arguments: [1, 2, 3, 4])
  func equal(seed: UInt64) throws {
    print("DifferentialTests: seed \(seed)")
    var random = SeededGenerator(seed: seed)
    var json = RandomJSON(random: SeededGenerator(seed: seed + 100), misfits: 14)
    var (values, errors) = (0, 0)
    var reasons: [String: Int] = [:]
    for pair in 0..<2500 {
      let shape = Shape.random(Int.random(in: 0...3, using: &random), using: &random)
      let strategies = Strategies(using: &random)
      let text = json.text(shape)
      let ours = Outcome {
        try sluice(Shaped.self, text) {
          $0.dateDecodingStrategy = strategies.dates
          $0.dataDecodingStrategy = strategies.data
          $0.nonConformingFloatDecodingStrategy = strategies.floats
          $0.keyDecodingStrategy = strategies.keys
          $0.userInfo[NextShape.key] = NextShape(shape)
        }
      }
      let theirs = Outcome {
        try foundation(Shaped.self, text) {
          $0.dateDecodingStrategy = strategies.dates
          $0.dataDecodingStrategy = strategies.data
          $0.nonConformingFloatDecodingStrategy = strategies.floats
          $0.keyDecodingStrategy = strategies.keys
          $0.userInfo[NextShape.key] = NextShape(shape)
        }
      }
      if case .value = theirs { values += 1 } else { errors += 1 }
      if ours == theirs { continue }
      if let reason = Self.reason(ours, theirs, text) {
        reasons[reason, default: 0] += 1
        continue
      }
      Issue.record(
        """
        seed \(seed), pair \(pair): \(text) as \(shape) with \(strategies)
        ours:   \(ours)
        theirs: \(theirs)
        """)
    }
    print("DifferentialTests: \(values) values, \(errors) errors, listed differences: \(reasons)")
    #expect(values > 800 && errors > 500)
  }
}
