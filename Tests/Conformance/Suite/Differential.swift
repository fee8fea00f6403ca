import Sluice

/// Compares Sluice with simdjson's DOM on one document: verdict and every value.
///
/// The known differences are checked, not skipped:
/// * a UTF-8 byte order mark, which simdjson 3.0.1 refuses: the reference gets the text after it;
/// * integers beyond 64 bits, which it refuses: the reference gets a document in which a zero, followed by spaces,
///   replaces each, and must agree about all the rest; the digits are compared separately.
public struct Differential: ~Copyable {
  private var reader: JSONReader
  /// How many documents both accepted.
  public private(set) var accepted = 0
  /// A digest of every refusal's code and offset: the same under each kernel.
  public private(set) var refusals: UInt64 = 0xCBF2_9CE4_8422_2325

  public init() { reader = JSONReader(checking: .full) }

  /// Returns nil if both agree; otherwise describes the difference.
  public mutating func difference(in bytes: [UInt8]) -> String? {
    let text = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes[3...]) : bytes
    switch reader.verdict(of: bytes) {
    case .refused(let error):
      note(error)
      guard case .accepted = Reference.verdict(of: text) else { return nil }
      // Levels above the limit are refused only here.
      return error.code == .depthExceeded ? nil : "refused (\(error)), accepted by the reference"
    case .accepted(let events):
      var small = text
      for number in events.bigIntegers {
        guard Differential.isBeyond64Bits(text[number]) else {
          return "an integer of at most 64 bits at \(number) could not be read"
        }
        small[number.lowerBound] = UInt8(ascii: "0")
        for i in number.dropFirst() { small[i] = UInt8(ascii: " ") }
      }
      guard case .accepted(let expected) = Reference.verdict(of: small) else {
        return "accepted, refused by the reference"
      }
      accepted += 1
      return expected == events.bytes ? nil : "accepted by both, with other values"
    }
  }

  /// FNV-1a.
  private mutating func note(_ error: JSONError) {
    for byte in "\(error.code) \(error.offset)\n".utf8 {
      refusals = (refusals ^ UInt64(byte)) &* 0x100_0000_01B3
    }
  }

  /// Decides by the digits alone.
  private static func isBeyond64Bits(_ text: ArraySlice<UInt8>) -> Bool {
    let negative = text.first == UInt8(ascii: "-")
    let digits = Array(negative ? text.dropFirst() : text)
    let limit = Array((negative ? "9223372036854775808" : "18446744073709551615").utf8)
    return digits.count > limit.count
      || (digits.count == limit.count && limit.lexicographicallyPrecedes(digits))
  }
}
