import Sluice

/// 128 bits that stand for a JSON value: equal values have the same, and others have the same only by a
/// chance of 2⁻¹²⁸.
///
/// Numbers are equal by value, strings by their text, objects in any order. The hash is keyed anew in each
/// run of the program, so that no feed can prepare values that collide.
package struct ValueDigest: Hashable, Sendable, BitwiseCopyable {
  package let high: UInt64
  package let low: UInt64

  static func < (left: ValueDigest, right: ValueDigest) -> Bool {
    (left.high, left.low) < (right.high, right.low)
  }
}

/// Two hashes of the same bytes, which begin differently.
struct DigestHasher {
  private var first = Hasher()
  private var second = Hasher()

  init(_ kind: UInt8) {
    first.combine(kind)
    second.combine(kind | 0x80)
  }

  mutating func combine(_ bytes: UnsafeBufferPointer<UInt8>) {
    unsafe first.combine(bytes: UnsafeRawBufferPointer(bytes))
    unsafe second.combine(bytes: UnsafeRawBufferPointer(bytes))
  }

  mutating func combine(_ value: some Hashable) {
    first.combine(value)
    second.combine(value)
  }

  mutating func combine(_ digest: ValueDigest) {
    combine(digest.high)
    combine(digest.low)
  }

  func finalize() -> ValueDigest {
    ValueDigest(
      high: UInt64(truncatingIfNeeded: first.finalize()),
      low: UInt64(truncatingIfNeeded: second.finalize()))
  }
}

extension JSONPosition {
  /// The digest of a value that is no container. Throws what is wrong with it.
  func scalarDigest() throws(JSONError) -> ValueDigest {
    switch byte {
    case UInt8(ascii: "\""): return try textDigest()
    case _ where isNumber: return try numberDigest()
    default:
      if isNull { return DigestHasher(UInt8(ascii: "n")).finalize() }
      return DigestHasher(try bool() ? UInt8(ascii: "t") : UInt8(ascii: "f")).finalize()
    }
  }

  /// The digest of a string or a key.
  func textDigest() throws(JSONError) -> ValueDigest {
    let digest: ValueDigest? = unsafe RawString(self).withUTF8 { text in
      var hasher = DigestHasher(UInt8(ascii: "\""))
      unsafe hasher.combine(text)
      return hasher.finalize()
    }
    guard let digest else { throw JSONError(.invalidEscape, at: offset) }
    return digest
  }

  /// Combines sign, digits without zeros around them, and exponent, which all spellings share.
  private func numberDigest() throws(JSONError) -> ValueDigest {
    if let integer = shortInteger {
      var (digits, exponent) = (integer.magnitude, 0)
      while digits != 0, digits % 10 == 0 { (digits, exponent) = (digits / 10, exponent + 1) }
      return JSONPosition.digest(digits, exponent, isNegative: integer < 0)
    }
    let text = unsafe numberText
    guard unsafe DecimalDigits(text) != nil else { throw JSONError(.invalidNumber, at: offset) }
    let number = unsafe CanonicalDecimal(text)
    guard number.digitCount > 18 else {
      let digits = number.bareDigits.reduce(0 as UInt64) { $0 * 10 + UInt64($1 & 15) }
      return JSONPosition.digest(digits, number.exponent, isNegative: number.isNegative)
    }
    var hasher = DigestHasher(UInt8(ascii: "1"))
    hasher.combine(number.isNegative)
    hasher.combine(number.exponent)
    for digit in number.bareDigits { hasher.combine(digit) }
    return hasher.finalize()
  }

  private static func digest(
    _ digits: UInt64, _ exponent: Int, isNegative: Bool
  ) -> ValueDigest {
    // More digits than others have: these come here only from short integers, which have no more than 18.
    var hasher = DigestHasher(UInt8(ascii: "0"))
    hasher.combine(isNegative)
    hasher.combine(exponent)
    hasher.combine(digits)
    return hasher.finalize()
  }
}
