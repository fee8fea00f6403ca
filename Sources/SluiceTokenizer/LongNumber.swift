import CSimdJSON
import Sluice

/// Checks the grammar and range of a number longer than a window, piece by piece.
///
/// The range follows from the first 800 significant digits, the exponent, and whether any later
/// digit is not zero. No double, and no midpoint between two, has more than 767 significant digits,
/// so the rest can only mean "and a little more".
struct LongNumber {
  private enum State {
    case start, minus, zero, whole, point, fraction, exponentMark, exponentSign, exponent
  }

  private static let mostDigits = 800
  private static let farBeyond = 1 << 40

  private var state = State.start
  private var digits: [UInt8] = []
  private var hasMore = false
  /// The value is 0.`digits` times ten to the power of `scale` plus the exponent.
  private var scale = 0
  private var exponent = 0
  private var isExponentNegative = false
  private var isNegative = false

  /// Takes another piece. Returns false if it is not a number.
  mutating func append(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    for place in text.indices {
      if unsafe !step(text[place]) { return false }
    }
    return true
  }

  /// Whether the number may end here.
  var isWhole: Bool {
    switch state {
    case .zero, .whole, .fraction, .exponent: true
    default: false
    }
  }

  /// Whether it is an integer without an exponent, which may have any size, or finite as a double.
  var isInRange: Bool {
    if state == .zero || state == .whole { return true }
    guard !digits.isEmpty else { return true }
    let power = scale + (isExponentNegative ? -exponent : exponent)
    if power < -400 { return true }
    if power > 400 { return false }
    var text = Array(isNegative ? "-0.".utf8 : "0.".utf8) + digits
    if hasMore { text.append(UInt8(ascii: "1")) }
    text += Array("e\(power)".utf8) + [UInt8](repeating: 0x20, count: PaddedBytes.padding)
    var value = 0.0
    return unsafe text.withUnsafeBufferPointer { unsafe csj_parse_double($0.baseAddress!, &value) }
  }

  private mutating func step(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): return digit(byte)
    case UInt8(ascii: "-") where state == .start:
      isNegative = true
      state = .minus
    case UInt8(ascii: "."):
      guard state == .zero || state == .whole else { return false }
      state = .point
    case UInt8(ascii: "e"), UInt8(ascii: "E"):
      guard state == .zero || state == .whole || state == .fraction else { return false }
      state = .exponentMark
    case UInt8(ascii: "+"), UInt8(ascii: "-"):
      guard state == .exponentMark else { return false }
      isExponentNegative = byte == UInt8(ascii: "-")
      state = .exponentSign
    default: return false
    }
    return true
  }

  private mutating func digit(_ byte: UInt8) -> Bool {
    switch state {
    case .start, .minus:
      state = byte == UInt8(ascii: "0") ? .zero : .whole
      keep(byte, isWhole: true)
    case .zero: return false
    case .whole: keep(byte, isWhole: true)
    case .point, .fraction:
      state = .fraction
      keep(byte, isWhole: false)
    case .exponentMark, .exponentSign, .exponent:
      state = .exponent
      exponent = min(exponent * 10 + Int(byte & 15), LongNumber.farBeyond)
    }
    return true
  }

  private mutating func keep(_ byte: UInt8, isWhole: Bool) {
    if digits.isEmpty, byte == UInt8(ascii: "0") {
      if !isWhole { scale = max(scale - 1, -LongNumber.farBeyond) }
      return
    }
    if isWhole { scale = min(scale + 1, LongNumber.farBeyond) }
    if digits.count < LongNumber.mostDigits {
      digits.append(byte)
    } else if byte != UInt8(ascii: "0") {
      hasMore = true
    }
  }
}
