import Foundation
import SluiceCodable
import TestSupport
import Testing

/// The keys of types, whose texts an encoder keeps.
@Suite("SluiceEncoder's kept keys")
struct KeptKeyTests {
  private enum Plain: String, CodingKey, CaseIterable {
    case a, b
    case empty = ""
    case slash = "a/b"
    case quote = "a\"b\\c\n"
    case unicode = "ключ 🔑"
    case exactly37 = "a key of thirty-seven bytes, it says."
    case long = "a key that is longer than what an encoder keeps of one, by far"
  }

  /// Keys of other literals, some with the same text.
  private enum Other: String, CodingKey, CaseIterable {
    case a, c
    case long = "a key that is longer than what an encoder keeps of one, by far"
  }

  private struct Fields<Key: CodingKey>: Encodable {
    let fields: [(Key, Int)]

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Key.self)
      for (key, value) in fields { try container.encode(value, forKey: key) }
    }
  }

  private struct Both: Encodable {
    let plain: [Fields<Plain>]
    let other: [Fields<Other>]
  }

  @Test(
    "are written as JSONEncoder writes them, in each layout, also twice in an object",
    arguments: [1, 2] as [UInt64])
  func random(seed: UInt64) throws {
    print("KeptKeyTests: seed \(seed)")
    var random = SeededGenerator(seed: seed)
    let (ours, theirs) = (SluiceEncoder(), JSONEncoder())
    for round in 0..<Rounds.count(300, long: 3000) {
      func fields<Key: CaseIterable>(_ type: Key.Type) -> [Fields<Key>] where Key: CodingKey {
        (0..<3).map { _ in
          Fields(
            fields: (0..<Int.random(in: 0...9, using: &random)).map { number in
              (Array(Key.allCases).randomElement(using: &random)!, number)
            })
        }
      }
      var formatting: JSONEncoder.OutputFormatting = [.sortedKeys]
      if round % 3 == 0 { formatting.insert(.prettyPrinted) }
      if round % 2 == 0 { formatting.insert(.withoutEscapingSlashes) }
      (ours.outputFormatting, theirs.outputFormatting) = (formatting, formatting)
      ours.keyEncodingStrategy = round % 5 == 0 ? .convertToSnakeCase : .useDefaultKeys
      theirs.keyEncodingStrategy = round % 5 == 0 ? .convertToSnakeCase : .useDefaultKeys
      let value = Both(plain: fields(Plain.self), other: fields(Other.self))
      let (our, their) = (try ours.encode(value), try theirs.encode(value))
      #expect(our == their, "round \(round): \(String(decoding: our, as: UTF8.self))")
    }
  }

  /// A key whose text is computed anew each time.
  private struct Changing: CodingKey {
    nonisolated(unsafe) static var round = 0
    let number: UInt8
    init(_ number: Int) { self.number = UInt8(number) }
    init?(stringValue: String) { nil }
    init?(intValue: Int) { nil }
    var intValue: Int? { nil }
    var stringValue: String {
      unsafe Self.round.isMultiple(of: 2) ? "k\(number)" : "a rather long key, number \(number)"
    }
  }

  @Test("follow a type that changes its keys' texts")
  func changing() throws {
    let value = Fields(fields: (0..<40).map { (Changing($0), $0) })
    let (ours, theirs) = (SluiceEncoder(), JSONEncoder())
    (ours.outputFormatting, theirs.outputFormatting) = (.sortedKeys, .sortedKeys)
    for round in 0..<4 {
      unsafe Changing.round = round
      #expect(try ours.encode(value) == theirs.encode(value))
    }
  }

  /// More keys than an encoder keeps, all made of computed strings.
  private struct Numbered: CodingKey {
    let number: Int32
    init(_ number: Int) { self.number = Int32(number) }
    init?(stringValue: String) { nil }
    init?(intValue: Int) { nil }
    var intValue: Int? { nil }
    var stringValue: String { number < 2000 ? "n\(number)" : "some key with the number \(number)" }
  }

  @Test("are right when there are more than are kept")
  func many() throws {
    let value = Fields(fields: (0..<4000).map { (Numbered($0), $0) })
    let (ours, theirs) = (SluiceEncoder(), JSONEncoder())
    (ours.outputFormatting, theirs.outputFormatting) = (.sortedKeys, .sortedKeys)
    for _ in 0..<2 { #expect(try ours.encode(value) == theirs.encode(value)) }
  }
}
