import Sluice

/// How a source is packed, judged by its first bytes.
package enum Packing: Equatable {
  case plain, gzip, zstd
  /// A known format that is not read here.
  case foreign(ForeignFormat)

  /// gzip: RFC 1952 section 2.3.1. Zstandard: RFC 8878 section 3.1.1, skippable frames included.
  package init(_ head: UnsafeBufferPointer<UInt8>) {
    if unsafe head.starts(with: [0x1F, 0x8B]) {
      self = .gzip
    } else if unsafe head.starts(with: [0x28, 0xB5, 0x2F, 0xFD])
      || head.count >= 4 && head[0] & 0xF0 == 0x50 && head[1...].starts(with: [0x2A, 0x4D, 0x18])
    {
      self = .zstd
    } else if let format = ForeignFormat.all.first(where: { unsafe $0.isBegun(by: head) == true }) {
      self = .foreign(format)
    } else {
      self = .plain
    }
  }

  /// Whether the decision needs more than these first bytes.
  static func isUndecided(_ head: UnsafeBufferPointer<UInt8>) -> Bool {
    let isOurs =
      switch head.count {
      case 0: true
      case 1: unsafe head[0] == 0x1F || head[0] == 0x28 || head[0] & 0xF0 == 0x50
      case 2, 3:
        unsafe head.starts(with: [0x28, 0xB5]) || head[0] & 0xF0 == 0x50 && head[1] == 0x2A
      default: false
      }
    return isOurs || ForeignFormat.all.contains { unsafe $0.isBegun(by: head) == nil }
  }
}
