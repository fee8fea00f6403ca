package import Sluice
package import TestSupport

/// Random values that use all of JSON: all kinds, odd strings, numbers of every form.
package struct RandomJSON {
  package var generator: SeededGenerator

  package init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

  package mutating func value(depth: Int = 5) -> JSON {
    switch Int.random(in: 0..<(depth > 0 ? 9 : 6), using: &generator) {
    case 0: return .null
    case 1: return .bool(Bool.random(using: &generator))
    case 2, 3: return .number(number())
    case 4, 5: return .string(string())
    case 6: return .array((0..<count()).map { _ in value(depth: depth - 1) })
    default:
      let count = Int.random(in: 0..<20, using: &generator) == 0 ? 40 : count()
      return .object(
        JSONObject((0..<count).map { _ in (key: string(), value: value(depth: depth - 1)) }))
    }
  }

  private mutating func count() -> Int { Int.random(in: 0..<6, using: &generator) }

  package mutating func number() -> JSONNumber {
    switch Int.random(in: 0..<7, using: &generator) {
    case 0: return JSONNumber(Int.random(in: -1000...1000, using: &generator))
    case 1: return JSONNumber(Int64.random(in: .min ... .max, using: &generator))
    case 2: return JSONNumber(UInt64.random(in: 0 ... .max, using: &generator))
    case 3: return JSONNumber(Int128.random(in: .min ... .max, using: &generator))
    case 4:
      let digits = (0..<Int.random(in: 1..<40, using: &generator)).map { _ in
        "\(Int.random(in: 0...9, using: &generator))"
      }.joined()
      let exponent = Int.random(in: -330...250, using: &generator)
      return JSONNumber("-1.\(digits)e\(exponent)") ?? 0
    case 5: return (try? JSONNumber(Double.random(in: -1e6...1e6, using: &generator))) ?? 0
    default:
      let pattern = generator.next()
      return (try? JSONNumber(Double(bitPattern: pattern))) ?? 1
    }
  }

  package mutating func string() -> String {
    let alphabet = Array("abc \"\\/\n\t\u{0}\u{1}\u{1F}\u{7F}é\u{301}漢😀\u{2028}\r\u{8}\u{C}")
    return String(
      (0..<Int.random(in: 0..<24, using: &generator)).map { _ in
        alphabet.randomElement(using: &generator) ?? "a"
      })
  }
}
