import CSimdJSON
import Sluice
import TestSupport
import Testing

/// Compares integers, floats and canonical numbers with what the standard library's digits give.
struct NumberOutputTests {
  private var random: SeededGenerator
  private let seed = UInt64.random(in: 0 ... .max)

  init() {
    random = SeededGenerator(seed: seed)
    print("seed \(seed)")
  }

  private func written(
    _ options: JSONWriter.Options = .compact, _ write: (inout JSONWriter) throws -> Void
  ) throws -> String {
    var writer = JSONWriter(options: options)
    try write(&writer)
    return try writer.takeString()
  }

  @Test func `each four digits are written at each place of an integer`() throws {
    for digits in UInt64(0)..<10_000 {
      let twice = digits * 10_000 + digits
      let values = [
        digits, twice, twice * 100_000_000 + twice, 1_844 * 10_000_000_000_000_000 + twice,
      ]
      for value in values { #expect(try written { try $0.value(value) } == "\(value)") }
    }
  }

  @Test mutating func `integers of any length are written as the standard library does`() throws {
    var values: [UInt64] = [0, .max, UInt64(Int64.max), UInt64(Int64.max) + 1]
    var power: UInt64 = 1
    for _ in 0..<19 {
      power *= 10
      values += [power - 1, power, power + 1]
    }
    for _ in 0..<20_000 {
      values.append(random.next() >> UInt64.random(in: 0..<64, using: &random))
    }
    for value in values {
      #expect(try written { try $0.value(value) } == "\(value)")
      let signed = Int64(truncatingIfNeeded: value)
      #expect(try written { try $0.value(signed) } == "\(signed)")
    }
  }

  @Test mutating func `floats are written as the standard library writes them`() throws {
    var values: [Float] = []
    for exponent in UInt32(0)..<255 {
      for fraction in [0, 1, 2, 3, 0x3FFFFF, 0x400000, 0x400001, 0x7FFFFE, 0x7FFFFF] as [UInt32] {
        values.append(Float(bitPattern: exponent << 23 | fraction))
      }
    }
    for _ in 0..<Rounds.count(50_000, long: 5_000_000) {
      values.append(Float(bitPattern: UInt32(truncatingIfNeeded: random.next())))
      values.append(Float(random.next() >> UInt64.random(in: 0..<64, using: &random)) / 1e4)
    }
    for value in values where value.isFinite {
      for value in [value, -value] {
        var text = value.description
        if text.hasSuffix(".0"), text != "-0.0" { text.removeLast(2) }
        #expect(try written { try $0.value(value) } == text, "\(value.bitPattern), seed \(seed)")
      }
    }
  }

  @Test mutating func `canonical numbers have the digits of the library in ECMAScript's layout`()
    throws
  {
    var values: [Double] = [
      0, -0.0, 1e21, 1e20, 123_456_789_012_345_683_968, 1e-6, 1e-7, 0.5, 0.05,
    ]
    for exponent in UInt64(0)..<2047 {
      values.append(Double(bitPattern: exponent << 52 | random.next() >> 12))
      values.append(Double(bitPattern: exponent << 52))
    }
    for exponent in -30...30 {
      for digits in ["1", "25", "1.2345678901234567"] {
        values.append(try #require(Double("\(digits)e\(exponent)")))
      }
    }
    for value in values {
      for value in [value, -value] {
        let text = try written(.canonical) { try $0.value(value) }
        #expect(text == ecmaScript(value), "\(value.bitPattern), seed \(seed)")
      }
    }
  }

  /// `Number.prototype.toString`, as ECMA-262 describes it.
  private func ecmaScript(_ value: Double) -> String {
    if value == 0 { return "0" }
    let parts = value.magnitude.description.split(separator: "e")
    let halves = parts[0].split(separator: ".", omittingEmptySubsequences: false)
    var digits = halves.joined()
    var point = halves[0].count + (parts.count > 1 ? Int(parts[1]) ?? 0 : 0)
    while digits.hasPrefix("0") {
      digits.removeFirst()
      point -= 1
    }
    while digits.hasSuffix("0") { digits.removeLast() }
    let sign = value < 0 ? "-" : ""
    let count = digits.count
    if count <= point, point <= 21 {
      return sign + digits + String(repeating: "0", count: point - count)
    }
    if 0 < point, point <= 21 { return sign + digits.prefix(point) + "." + digits.dropFirst(point) }
    if -6 < point, point <= 0 {
      return sign + "0." + String(repeating: "0", count: -point) + digits
    }
    let exponent = point - 1
    let rest = count > 1 ? "." + digits.dropFirst() : ""
    return sign + digits.prefix(1) + rest + "e" + (exponent < 0 ? "" : "+") + "\(exponent)"
  }
}
