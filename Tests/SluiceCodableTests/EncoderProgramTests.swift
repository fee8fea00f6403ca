import EncoderPrograms
import Foundation
import SluiceCodable
import TestSupport
import Testing

@Suite("SluiceEncoder under programs that swallow errors")
struct EncoderProgramTests {
  /// Options of encoders, and what the model knows of them.
  private static func settings(
    _ round: Int
  ) -> (encoder: SluiceEncoder, model: EncoderModel, name: String) {
    let encoder = SluiceEncoder()
    var nan: String?
    var key: (String) -> String = { $0 }
    if round % 3 == 0 { encoder.outputFormatting = [.sortedKeys, .prettyPrinted] }
    if round % 3 == 1 { encoder.outputFormatting = [.withoutEscapingSlashes] }
    if round % 4 == 3 {
      encoder.nonConformingFloatEncodingStrategy = .convertToString(
        positiveInfinity: "+", negativeInfinity: "-", nan: "not a number")
      nan = "not a number"
    }
    if round % 5 == 3 {
      encoder.keyEncodingStrategy = .convertToSnakeCase
      key = { $0 == "fooBar" ? "foo_bar" : $0 }
    }
    if round % 5 == 4 {
      encoder.keyEncodingStrategy = .custom { path in
        ProgramKey("x" + path[path.count - 1].stringValue)
      }
      key = { "x" + $0 }
    }
    return (encoder, EncoderModel(nan: nan, key: key), "round \(round)")
  }

  @Test("the text is the tree of what did not throw", arguments: [1, 2, 3, 4] as [UInt64])
  func programs(seed: UInt64) throws {
    let seed = Rounds.areLong ? UInt64.random(in: 0 ... .max) : seed
    print("EncoderProgramTests: seed \(seed)")
    var (texts, errors) = (0, 0)
    for round in 0..<Rounds.count(1500, long: 6_000) {
      let hasDictionaries = round % 2 == 0
      var programs = RandomPrograms(
        seed: seed &+ UInt64(round) &* 0x9E37_79B9, steps: 60, hasDictionaries: hasDictionaries)
      let program = programs.program()
      let (encoder, model, name) = Self.settings(round)
      let expected = model.tree(of: program)
      var found: JSONTree?
      do {
        let data = try encoder.encode(program)
        texts += 1
        found = try JSONTree(strictly: data)
      } catch let fault as JSONTree.Fault {
        Issue.record("seed \(seed), \(name): \(fault)\n\(program)")
        return
      } catch {
        errors += 1
      }
      let isSorted = hasDictionaries || encoder.outputFormatting.contains(.sortedKeys)
      guard (isSorted ? found?.sorted == expected?.sorted : found == expected) else {
        Issue.record(
          """
          seed \(seed), \(name)
          expected \(expected.map { "\($0)" } ?? "an error")
          found    \(found.map { "\($0)" } ?? "an error")
          program  \(program)
          """)
        return
      }
    }
    print("EncoderProgramTests: \(texts) texts, \(errors) errors")
    #expect(texts > errors)
  }
}
