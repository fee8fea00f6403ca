import Sluice

/// How many strings are scalars by JSON's grammar.
struct ScalarTexts: Sendable, Hashable {
  /// Those that are an integer which fits `Int64`.
  private(set) var integers: Int64 = 0
  private(set) var numbers: Int64 = 0
  private(set) var booleans: Int64 = 0
  /// The numbers of more digits than a double keeps.
  private(set) var exactOnly: Int64 = 0

  mutating func add(_ text: UnsafeBufferPointer<UInt8>) {
    guard let first = unsafe text.first else { return }
    if first == UInt8(ascii: "t") || first == UInt8(ascii: "f") {
      let isBoolean = unsafe text.elementsEqual("true".utf8) || text.elementsEqual("false".utf8)
      booleans += isBoolean ? 1 : 0
      return
    }
    guard first == UInt8(ascii: "-") || first &- 0x30 <= 9, let digits = unsafe DecimalDigits(text)
    else { return }
    numbers += 1
    if unsafe ValueFigures.significantDigits(text) > 17 { exactOnly += 1 }
    if digits.integer(as: Int64.self) != nil { integers += 1 }
  }

  mutating func merge(_ other: ScalarTexts) {
    integers += other.integers
    numbers += other.numbers
    booleans += other.booleans
    exactOnly += other.exactOnly
  }
}
