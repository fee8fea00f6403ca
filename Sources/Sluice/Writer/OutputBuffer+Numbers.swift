import CSimdJSON

extension OutputBuffer {
  /// Appends an integer, two digits at a time.
  package mutating func append(_ magnitude: UInt64, isNegative: Bool) {
    var target = unsafe end(withRoom: 21)
    if isNegative {
      unsafe target.pointee = Byte.minus
      unsafe target += 1
    }
    let count = OutputBuffer.digitCount(magnitude)
    var end = unsafe target + count
    var left = magnitude
    let pairs = unsafe OutputBuffer.digitPairs.utf8Start
    while left >= 100 {
      let (quotient, pair) = left.quotientAndRemainder(dividingBy: 100)
      left = quotient
      unsafe end -= 2
      unsafe end.update(from: pairs + Int(truncatingIfNeeded: pair &* 2), count: 2)
    }
    if left >= 10 {
      unsafe target.update(from: pairs + Int(truncatingIfNeeded: left &* 2), count: 2)
    } else {
      unsafe target.pointee = 0x30 &+ UInt8(truncatingIfNeeded: left)
    }
    advance(by: count &+ (isNegative ? 1 : 0))
  }

  @inline(__always)
  private static func digitCount(_ value: UInt64) -> Int {
    var count = 1
    var left = value
    while left >= 10000 {
      left /= 10000
      count &+= 4
    }
    return count &+ (left >= 1000 ? 3 : left >= 100 ? 2 : left >= 10 ? 1 : 0)
  }

  /// Appends a `Double` as Foundation's encoders do: a whole value up to 2^53 as an integer, any other as the shortest
  /// decimal that reads back the same. `-0.0` keeps its point; without it, readers would see the integer 0. The value
  /// must be finite.
  mutating func append(value: Double) {
    guard let whole = JSONNumber.integer(ofWhole: value) else { return append(number: value) }
    append(whole.magnitude, isNegative: whole < 0)
  }

  /// The same for a `Float`.
  mutating func append(value: Float) {
    guard value.magnitude < 0x1p24, let whole = JSONNumber.integer(ofWhole: Double(value)) else {
      return append(number: value)
    }
    append(whole.magnitude, isNegative: whole < 0)
  }

  /// Appends the shortest decimal that reads back the same, with a point or an exponent. The value must be finite.
  package mutating func append(number value: Double) {
    // Integers up to 2^53, most doubles in practice, are written the same way by the faster path.
    if value.magnitude < 0x1p53, value == value.rounded(.towardZero) {
      append(UInt64(value.magnitude), isNegative: value.sign == .minus)
      append(".0")
      return
    }
    if appendThousandths(value) { return }
    unsafe advance(by: csj_write_double(value, end(withRoom: Int(CSJ_NUMBER_ROOM))))
  }

  /// Appends a number as it was read.
  mutating func append(_ number: csj_decimal) {
    unsafe advance(by: csj_write_decimal(number, end(withRoom: Int(CSJ_NUMBER_ROOM))))
  }

  /// Appends a double that is the value of a decimal with up to three places, in less time than the search for
  /// the shortest digits takes. Returns false if there is no such decimal.
  ///
  /// `value == thousandths / 1000`, correctly rounded, says that the decimal reads back as the value. It has at most 15
  /// digits, and no two decimals of so few digits read as the same double (IEEE 754's decimal precision of binary64),
  /// so no shorter one exists.
  private mutating func appendThousandths(_ value: Double) -> Bool {
    guard value.magnitude < 1e12 else { return false }
    let thousandths = (value.magnitude * 1000).rounded()
    guard thousandths / 1000 == value.magnitude else { return false }
    let (whole, rest) = UInt64(thousandths).quotientAndRemainder(dividingBy: 1000)
    append(whole, isNegative: value.sign == .minus)
    let end = unsafe end(withRoom: 4)
    unsafe end[0] = UInt8(ascii: ".")
    let (tenths, last) = rest.quotientAndRemainder(dividingBy: 10)
    unsafe end[1] = 0x30 &+ UInt8(truncatingIfNeeded: tenths / 10)
    unsafe end[2] = 0x30 &+ UInt8(truncatingIfNeeded: tenths % 10)
    unsafe end[3] = 0x30 &+ UInt8(truncatingIfNeeded: last)
    advance(by: last != 0 ? 4 : tenths % 10 != 0 ? 3 : 2)
    return true
  }

  mutating func append(number value: Float) {
    var text = unsafe ASCIIText(end(withRoom: ASCIIText.capacity))
    value.write(to: &text)
    advance(by: text.count)
  }

  /// Lets the standard library write a number into the buffer, without a `String` in between if possible. (It hands out
  /// ASCII that it has in memory by `_writeASCII`; without that, `write` does the same through a `String`.)
  ///
  /// Sound because it lives for one call, in which `start` has room for `capacity` bytes.
  @safe
  private struct ASCIIText: TextOutputStream {
    /// The longest float takes 16 characters.
    static let capacity = 64
    private let start: UnsafeMutablePointer<UInt8>
    private(set) var count = 0

    init(_ start: UnsafeMutablePointer<UInt8>) { unsafe self.start = unsafe start }

    mutating func _writeASCII(_ text: UnsafeBufferPointer<UInt8>) {
      for place in text.indices {
        let byte = unsafe text[place]
        guard count < ASCIIText.capacity else { continue }
        unsafe start[count] = byte
        count += 1
      }
    }

    mutating func write(_ string: String) {
      for byte in string.utf8 where count < ASCIIText.capacity {
        unsafe start[count] = byte
        count += 1
      }
    }
  }

  private static var digitPairs: StaticString {
    """
    00010203040506070809101112131415161718192021222324\
    25262728293031323334353637383940414243444546474849\
    50515253545556575859606162636465666768697071727374\
    75767778798081828384858687888990919293949596979899
    """
  }
}
