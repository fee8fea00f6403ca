import Foundation

/// Gzip without compression (RFC 1952, stored blocks of RFC 1951), which a test can damage at any place.
enum Gzip {
  /// A member that holds at most 65,535 bytes. With a damage at `place`, 1,100 or more, some bytes of the
  /// text are missing from there on, in a file of the same size: empty blocks replace them. The checksum is
  /// that of the whole text.
  static func member(of text: [UInt8], damagedAt place: Int? = nil, by blocks: Int = 0) -> Data {
    var member: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 0xFF]
    // The first KiB is part of a file's identity: the length of a block there may not change.
    let first = min(text.count, 1100)
    member += block(text[..<first])
    if let place {
      member += block(text[first..<place])
      for _ in 0..<blocks { member += block([]) }
      member += block(text[(place + 5 * (blocks + 1))...], isLast: true)
    } else {
      member += block(text[first...], isLast: true)
    }
    for number in [checksum(text), UInt32(truncatingIfNeeded: text.count)] {
      for shift in [0, 8, 16, 24] { member.append(UInt8(number >> UInt32(shift) & 0xFF)) }
    }
    return Data(member)
  }

  private static func block(_ bytes: ArraySlice<UInt8>, isLast: Bool = false) -> [UInt8] {
    let count = bytes.count
    precondition(count <= 0xFFFF, "a stored block holds 65,535 bytes")
    return [
      isLast ? 1 : 0, UInt8(count & 0xFF), UInt8(count >> 8), UInt8(~count & 0xFF),
      UInt8(~count >> 8 & 0xFF),
    ] + bytes
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
