import Foundation
import SluiceCodable
import TestSupport
import Testing

@Suite("SluiceEncoder against JSONEncoder, used in any order")
struct EncoderWalkTests {
  private static func text(_ body: () throws -> Data) -> String {
    do {
      return String(decoding: try body(), as: UTF8.self)
    } catch EncodingError.invalidValue {
      // Paths differ, as the page Coming from JSONDecoder says.
      return "invalid value"
    } catch {
      return "\(error)"
    }
  }

  @Test("the same bytes", arguments: [1, 2, 3, 4] as [UInt64])
  func equal(seed: UInt64) throws {
    print("EncoderWalkTests: seed \(seed)")
    var (bytes, errors) = (0, 0)
    for round in 0..<Rounds.count(500, long: 5000) {
      let (ours, theirs) = (SluiceEncoder(), JSONEncoder())
      let formatting: JSONEncoder.OutputFormatting =
        round % 3 == 0 ? [.sortedKeys, .prettyPrinted] : [.sortedKeys]
      let keys: JSONEncoder.KeyEncodingStrategy =
        round % 4 == 0 ? .convertToSnakeCase : .useDefaultKeys
      let walk = seed << 32 + UInt64(round)
      (ours.outputFormatting, theirs.outputFormatting) = (formatting, formatting)
      (ours.keyEncodingStrategy, theirs.keyEncodingStrategy) = (keys, keys)
      ours.userInfo[EncoderWalk.key] = EncoderWalk(seed: walk, steps: 50)
      theirs.userInfo[EncoderWalk.key] = EncoderWalk(seed: walk, steps: 50)
      let our = Self.text { try ours.encode(Written.walk) }
      let their = Self.text { try theirs.encode(Written.walk) }
      bytes += our.utf8.count
      if our == "invalid value" { errors += 1 }
      guard our != their else { continue }
      Issue.record("seed \(seed), round \(round)\nours:   \(our)\ntheirs: \(their)")
      return
    }
    print("EncoderWalkTests: \(bytes) bytes, \(errors) errors")
    #expect(bytes > 20_000)
  }
}
