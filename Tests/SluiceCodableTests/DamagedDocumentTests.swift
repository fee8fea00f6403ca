import Foundation
import Sluice
import SluiceCodable
import SluiceFeed
import TestSupport
import Testing

/// A model: under `.accessed`, a type that reads all of a value gets what a strict parser gets, or an error.
@Suite("Damaged documents, of which only what is read is checked")
struct DamagedDocumentTests {
  private static func decode<T: WholeShape>(
    _ type: T.Type, _ text: [UInt8], _ checking: JSONChecking
  ) throws -> String {
    let decoder = SluiceDecoder()
    decoder.documentOptions.checking = checking
    return try decoder.decode(type, from: text).text
  }

  /// The same as a record of a feed, without line feeds; nil for a reject.
  private static func fed<T: WholeShape>(_ type: T.Type, _ line: [UInt8]) throws -> String? {
    var feed = try JSONFeed(.bytes(line + [0x0A], name: "line"), options: FeedOptions())
    var found: String?
    try feed.forEach(.codable(type)) {
      found = $0.text
    } rejected: { _ in
    }
    return found
  }

  @Test("have the value of a strict parser, or an error", arguments: [1, 2, 3] as [UInt64])
  func model(seed: UInt64) throws {
    print("DamagedDocumentTests: seed \(seed)")
    var random = SeededGenerator(seed: seed)
    var (whole, damaged, refused) = (0, 0, 0)
    for round in 0..<Rounds.count(400, long: 3_000) {
      let good = Array(
        RandomText.document(Int.random(in: 1...4, using: &random), using: &random).utf8)
      let text = round % 5 == 0 ? good : RandomText.damaged(good, using: &random)
      let strict = StrictTree.read(text)
      for shape in WholeShapes.all {
        let found = try? Self.decode(shape, text, .accessed)
        let full = try? Self.decode(shape, text, .full)
        // Of keys that look the same, a dictionary of strings has one.
        let merges = shape == ByDictionary.self && String(decoding: text, as: UTF8.self).hasAccents
        if !merges, !strict.isFree {
          let expected = strict.tree?.text
          let isRight = found == expected || (found == nil && !strict.isWhole)
          let isRightInFull = full == (strict.isWhole ? expected : nil)
          if !isRight || !isRightInFull {
            Issue.record(
              """
              seed \(seed), round \(round), \(shape): \(String(decoding: text, as: UTF8.self))
              strict:   \(expected ?? "refused"), whole \(strict.isWhole)
              accessed: \(found ?? "refused")
              full:     \(full ?? "refused")
              """)
            return
          }
        }
        if found == nil { refused += 1 }
      }
      if strict.isWhole { whole += 1 } else { damaged += 1 }
      // In a string, a line feed is a fault, and the space in its place is none.
      let line = text.map { $0 == 0x0A ? 0x20 : $0 }
      let strictLine = StrictTree.read(line)
      if round % 8 == 0, strictLine.tree == nil, !strictLine.isFree {
        for shape in WholeShapes.all { #expect(try Self.fed(shape, line) == nil) }
      }
    }
    print("DamagedDocumentTests: \(whole) whole, \(damaged) damaged, \(refused) refusals")
    #expect(whole > 50 && damaged > 100 && refused > 1000)
  }

  /// Separators only: then brackets match, and what a program of calls does not walk over is as it was.
  private static func withoutSeparator(
    _ text: String, using random: inout SeededGenerator
  ) -> String {
    var bytes = Array(text.utf8)
    let places = bytes.indices.filter { bytes[$0] == UInt8(ascii: ",") || bytes[$0] == 0x3A }
    guard let place = places.randomElement(using: &random) else { return text }
    switch Int.random(in: 0..<3, using: &random) {
    case 0: bytes[place] = 0x20
    case 1: bytes[place] = bytes[place] == 0x3A ? 0x2C : 0x3A
    default: bytes.insert(bytes[place], at: place)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test(
    "give a program of random calls the answers of the good document, or the decode an error",
    arguments: [1, 2, 3] as [UInt64])
  func programs(seed: UInt64) throws {
    print("DamagedDocumentTests: seed \(seed)")
    var random = SeededGenerator(seed: seed)
    var (values, errors) = (0, 0)
    for round in 0..<Rounds.count(600, long: 3_000) {
      let good = RandomText.document(Int.random(in: 1...4, using: &random), using: &random)
      let bad = Self.withoutSeparator(good, using: &random)
      let keys: JSONDecoder.KeyDecodingStrategy =
        round % 4 == 0 ? .convertFromSnakeCase : .useDefaultKeys
      let walks = [good, bad].map { text in
        let walk = DecoderWalk(seed: seed << 32 + UInt64(round), steps: 40)
        let outcome = Outcome {
          try sluice(Walked.self, text) {
            $0.documentOptions.checking = .accessed
            $0.keyDecodingStrategy = keys
            $0.userInfo[DecoderWalk.key] = walk
          }
        }
        return (walk: walk, outcome: outcome)
      }
      guard case .value = walks[1].outcome else {
        errors += 1
        continue
      }
      values += 1
      if walks[0].walk.log == walks[1].walk.log || StrictTree.read(Array(bad.utf8)).tree != nil {
        continue
      }
      let first = zip(walks[0].walk.log, walks[1].walk.log).prefix { $0 == $1 }.count
      Issue.record(
        """
        seed \(seed), round \(round): \(bad), of \(good)
        \(walks[1].walk.log[..<first].suffix(12).joined(separator: "\n"))
        good: \(walks[0].walk.log[first...].first ?? "nothing")
        bad:  \(walks[1].walk.log[first...].first ?? "nothing")
        """)
      return
    }
    print("DamagedDocumentTests: \(values) values, \(errors) errors")
    #expect(values > 50 && errors > 50)
  }
}

extension String {
  /// Whether it has letters with accents, also as escapes.
  fileprivate var hasAccents: Bool {
    unicodeScalars.contains { $0.value == 0xE9 || $0.value == 0x301 } || contains("\\u")
  }
}
