import Foundation
import TestSupport

/// Makes programs, of which most have something that fails.
public struct RandomPrograms {
  private var random: ProgramChoices
  private var stepsLeft: Int
  /// Swift's dictionaries have any order, so that the order of fields can be compared only without them.
  private let hasDictionaries: Bool

  /// `input`: bytes that decide the first choices, so that a fuzzer can.
  public init(seed: UInt64, input: [UInt8] = [], steps: Int, hasDictionaries: Bool) {
    random = ProgramChoices(input: input[...], random: SeededGenerator(seed: seed))
    stepsLeft = steps
    self.hasDictionaries = hasDictionaries
  }

  private static let names = ["k", "fooBar", "foo_bar", "é", "a\"b", "x/y", "super", "n"]
  private static let json = [
    "2.000", "-0", "1E2", "12345678901234567890123", "[1.50,{\"fooBar\":null}]", "{}", "[]",
    "{\"b\":1e-7,\"a\":[{\"é\\n\":\"x/\"}]}", "0.1000000000000000055511151231257827",
  ]

  public mutating func program() -> EncoderProgram { program(depth: 0) }

  private mutating func program(depth: Int) -> EncoderProgram {
    stepsLeft -= 1
    let isFlat = depth > 5 || stepsLeft <= 0
    switch Int.random(in: 0..<(isFlat ? 4 : 14), using: &random) {
    case 0: return .nothing(fails: chance(2))
    case 1: return .json(RandomPrograms.json.randomElement(using: &random)!)
    case 2, 3: return .scalar(scalar())
    case 4: return .single((0..<Int.random(in: 1...3, using: &random)).map { _ in attempt(depth) })
    case 5:
      let names = RandomPrograms.names.shuffled(using: &random)
        .prefix(Int.random(in: 0...(hasDictionaries ? 3 : 1), using: &random))
      return .dictionary(
        Dictionary(uniqueKeysWithValues: names.map { ($0, program(depth: depth + 1)) }))
    case 6:
      return .list(
        (0..<Int.random(in: 0...2, using: &random)).map { _ in program(depth: depth + 1) })
    case 7...9: return .array(unkeyed(depth), fails: chance(5))
    default: return .object(keyed(depth), fails: chance(5))
    }
  }

  private mutating func chance(_ one: Int) -> Bool { Int.random(in: 0..<one, using: &random) == 0 }
  private mutating func name() -> String { RandomPrograms.names.randomElement(using: &random)! }

  /// Few errors end the whole program.
  private mutating func isSwallowed() -> Bool { !chance(12) }

  private mutating func attempt(_ depth: Int) -> EncoderProgram.Attempt {
    EncoderProgram.Attempt(program: program(depth: depth + 1), isSwallowed: isSwallowed())
  }

  private mutating func scalar() -> EncoderProgram.Scalar {
    switch Int.random(in: 0..<10, using: &random) {
    case 0: .null
    case 1: .bool(chance(2))
    case 2: .string(["", "a\n\"", "é/", "\u{1F600}"].randomElement(using: &random)!)
    case 3: .double([0.5, -2.25, 1234.75].randomElement(using: &random)!)
    case 4, 5: .double(.nan)
    case 6: .float(chance(2) ? .nan : 0.1)
    case 7: .decimal(chance(2) ? .nan : Decimal(string: "123456789012345678901234.5")!)
    default: .int(Int.random(in: -1000...1000, using: &random))
    }
  }

  private mutating func keyed(_ depth: Int) -> [EncoderProgram.KeyedStep] {
    (0..<Int.random(in: 0...6, using: &random)).map { _ in
      switch Int.random(in: 0..<10, using: &random) {
      case 0..<4: .value(name(), attempt(depth))
      case 4, 5: .scalar(name(), scalar(), isSwallowed: isSwallowed())
      case 6: .nestedObject(name(), nested(depth) { $0.keyed($1) }, isSwallowed: isSwallowed())
      case 7: .nestedArray(name(), nested(depth) { $0.unkeyed($1) }, isSwallowed: isSwallowed())
      default: .superEncoder(chance(2) ? nil : name(), attempt(depth))
      }
    }
  }

  private mutating func unkeyed(_ depth: Int) -> [EncoderProgram.UnkeyedStep] {
    (0..<Int.random(in: 0...5, using: &random)).map { _ in
      switch Int.random(in: 0..<9, using: &random) {
      case 0..<3: .value(attempt(depth))
      case 3, 4: .scalar(scalar(), isSwallowed: isSwallowed())
      case 5: .nestedObject(nested(depth) { $0.keyed($1) }, isSwallowed: isSwallowed())
      case 6: .nestedArray(nested(depth) { $0.unkeyed($1) }, isSwallowed: isSwallowed())
      default: .superEncoder(attempt(depth))
      }
    }
  }

  private mutating func nested<Step>(
    _ depth: Int, _ steps: (inout RandomPrograms, Int) -> [Step]
  ) -> [Step] {
    stepsLeft -= 1
    return depth > 5 || stepsLeft <= 0 ? [] : steps(&self, depth + 1)
  }
}

/// A byte of the input for each choice, then the numbers of a generator.
private struct ProgramChoices: RandomNumberGenerator {
  var input: ArraySlice<UInt8>
  var random: SeededGenerator

  mutating func next() -> UInt64 {
    let number = random.next()
    guard let byte = input.popFirst() else { return number }
    // A choice is made by the upper bits.
    return UInt64(byte) << 56 | number >> 8
  }
}
