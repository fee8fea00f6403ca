import Foundation

/// Gzip without compression (RFC 1952, stored blocks of RFC 1951): what a test can damage where it wants to.
enum Gzip {
  /// A member that holds `text`. `checkedAs`: the text that its checksum and length are of, when that is another one.
  static func member(of text: String, checkedAs other: String? = nil) -> Data {
    var member: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 0xFF]
    let bytes = Array(text.utf8)
    var start = 0
    repeat {
      let count = min(bytes.count - start, 0xFFFF)
      member.append(start + count == bytes.count ? 1 : 0)
      member += [UInt8(count & 0xFF), UInt8(count >> 8)]
      member += [UInt8(~count & 0xFF), UInt8(~count >> 8 & 0xFF)]
      member += bytes[start..<start + count]
      start += count
    } while start < bytes.count
    let checked = Array((other ?? text).utf8)
    for number in [checksum(checked), UInt32(truncatingIfNeeded: checked.count)] {
      for shift in [0, 8, 16, 24] { member.append(UInt8(number >> UInt32(shift) & 0xFF)) }
    }
    return Data(member)
  }

  private static func checksum(_ bytes: [UInt8]) -> UInt32 {
    var sum: UInt32 = 0xFFFF_FFFF
    for byte in bytes {
      sum ^= UInt32(byte)
      for _ in 0..<8 { sum = sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1 }
    }
    return ~sum
  }
}
