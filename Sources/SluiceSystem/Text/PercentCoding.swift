/// Percent-encoding (RFC 3986 section 2).
package enum PercentCoding {
  /// Encodes all but unreserved characters: the one spelling that everyone signs alike. Slashes stay if
  /// they separate the parts of a path.
  package static func canonical(_ text: String, keepingSlashes: Bool = false) -> String {
    encoded(text.utf8) { isUnreserved($0) || keepingSlashes && $0 == UInt8(ascii: "/") }
  }

  /// Encodes what may not stand in a path or a query, and leaves what is encoded already.
  package static func completed(_ text: some StringProtocol) -> String {
    encoded(text.utf8) { isUnreserved($0) || "!$&'()*+,;=:@/?%[]".utf8.contains($0) }
  }

  /// The text of encoded characters. A percent sign without two digits stays.
  package static func decoded(_ text: some StringProtocol) -> String {
    var bytes: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "%"), rest.count >= 2, let high = digit(rest[rest.startIndex]),
        let low = digit(rest[rest.startIndex + 1])
      {
        bytes.append(high << 4 | low)
        rest.removeFirst(2)
      } else {
        bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static let digits = Array("0123456789ABCDEF".utf8)

  private static func encoded(_ text: some Sequence<UInt8>, _ stays: (UInt8) -> Bool) -> String {
    var bytes: [UInt8] = []
    for byte in text {
      if stays(byte) {
        bytes.append(byte)
      } else {
        bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func isUnreserved(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: "-._~".utf8.contains(byte)
    }
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}
