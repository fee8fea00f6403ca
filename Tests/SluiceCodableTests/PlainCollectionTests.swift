import Foundation
import SluiceCodable
import TestSupport
import Testing

/// Collections that are written without an encoder for each element.
@Suite("SluiceEncoder's collections of numbers and strings")
struct PlainCollectionTests {
  private struct Lists: Encodable {
    var doubles: [Double]
    var lists: [[Double]]
    var ints: [Int]
    var strings: [String]
    var names: [String: String]
    var deeper: [[[Double]]]
  }

  private static let doubles: [Double] = [
    0, -0.0, 1, -1, 0.1, 1e-7, 1.5e300, .leastNonzeroMagnitude, .greatestFiniteMagnitude,
    9_007_199_254_740_992, -65.613616999999977,
  ]
  private static let strings = ["", "a", "a/b", "\"\\\n\u{1}\u{1F}", "é🔑", "sixteen bytes 16"]

  @Test(
    "are written as JSONEncoder writes them, in each layout", arguments: [1, 2] as [UInt64])
  func random(seed: UInt64) throws {
    print("PlainCollectionTests: seed \(seed)")
    var random = SeededGenerator(seed: seed)
    for round in 0..<Rounds.count(300, long: 3000) {
      let special = Int.random(in: 0..<4, using: &random) == 0
      func several<T>(_ make: () -> T) -> [T] {
        (0..<Int.random(in: 0...5, using: &random)).map { _ in make() }
      }
      func double() -> Double {
        if special, Int.random(in: 0..<8, using: &random) == 0 {
          return [.nan, .infinity, -.infinity].randomElement(using: &random)!
        }
        let bits = Double(bitPattern: UInt64.random(in: 0...UInt64.max, using: &random))
        return Bool.random(using: &random) && bits.isFinite
          ? bits : Self.doubles.randomElement(using: &random)!
      }
      func string() -> String { Self.strings.randomElement(using: &random)! }
      let value = Lists(
        doubles: several(double), lists: several { several(double) },
        ints: several {
          Int(truncatingIfNeeded: random.next()) >> Int.random(in: 0...63, using: &random)
        },
        strings: several(string),
        names: Dictionary(several { (string(), string()) }) { first, _ in first },
        deeper: several { several { several(double) } })
      let (ours, theirs) = (SluiceEncoder(), JSONEncoder())
      var formatting: JSONEncoder.OutputFormatting = [.sortedKeys]
      if round % 3 == 0 { formatting.insert(.prettyPrinted) }
      if round % 2 == 0 { formatting.insert(.withoutEscapingSlashes) }
      (ours.outputFormatting, theirs.outputFormatting) = (formatting, formatting)
      if round % 4 != 0 {
        ours.nonConformingFloatEncodingStrategy = .convertToString(
          positiveInfinity: "+", negativeInfinity: "-", nan: "?")
        theirs.nonConformingFloatEncodingStrategy = .convertToString(
          positiveInfinity: "+", negativeInfinity: "-", nan: "?")
      }
      let our = try? ours.encode(value)
      let their = try? theirs.encode(value)
      #expect(
        our == their, "round \(round): \(our.map { String(decoding: $0, as: UTF8.self) } ?? "-")")
    }
  }

  @Test("name the element that is not finite")
  func path() throws {
    let error = #expect(throws: EncodingError.self) {
      try SluiceEncoder().encode(["a": [[1, 2], [3, .nan]] as [[Double]]])
    }
    guard case .invalidValue(_, let context) = error else {
      Issue.record("\(error.map { "\($0)" } ?? "no error")")
      return
    }
    #expect(
      context.codingPath.map { $0.intValue.map(String.init) ?? $0.stringValue } == ["a", "1", "1"])
  }

  /// Adds elements to an array that was encoded whole.
  private struct Twice: Encodable {
    func encode(to encoder: any Encoder) throws {
      var single = encoder.singleValueContainer()
      try single.encode([1, 2])
      var more = encoder.unkeyedContainer()
      try more.encode(3)
      #expect(more.count == 3)
    }
  }

  @Test("can be continued by a container of the same kind")
  func continued() throws {
    #expect(String(decoding: try SluiceEncoder().encode(Twice()), as: UTF8.self) == "[1,2,3]")
  }
}
