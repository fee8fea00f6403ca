import Sluice

/// How a source is packed, judged by its first bytes.
package enum Packing: Equatable {
  case plain, gzip, zstd
  /// A skippable frame comes first, which Zstandard and LZ4 share.
  case skippable
  /// A format whose library is loaded when it is read.
  case loaded(LoadedFormat)
  /// A known format that is not read here.
  case foreign(ForeignFormat)

  /// gzip: RFC 1952 section 2.3.1. Zstandard: RFC 8878 section 3.1.1.
  package init(_ head: UnsafeBufferPointer<UInt8>) {
    if unsafe head.starts(with: [0x1F, 0x8B]) {
      self = .gzip
    } else if unsafe head.starts(with: [0x28, 0xB5, 0x2F, 0xFD]) {
      self = .zstd
    } else if unsafe head.count >= 4 && Packing.mayBeSkippable(head) {
      self = .skippable
    } else if let format = LoadedFormat.allCases.first(where: {
      unsafe $0.isBegun(by: head) == true
    }) {
      self = .loaded(format)
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
      case 2, 3: unsafe head.starts(with: [0x28, 0xB5]) || mayBeSkippable(head)
      default: false
      }
    return isOurs || LoadedFormat.allCases.contains { unsafe $0.isBegun(by: head) == nil }
      || ForeignFormat.all.contains { unsafe $0.isBegun(by: head) == nil }
  }

  /// Whether these are the first bytes of a skippable frame, as far as they go.
  static func mayBeSkippable(_ head: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let first = unsafe head.first, first & 0xF0 == 0x50 else { return false }
    return unsafe zip(head.dropFirst(), [0x2A, 0x4D, 0x18] as [UInt8]).allSatisfy { $0 == $1 }
  }

  /// Whether its text is decompressed here.
  var isCompressed: Bool {
    switch self {
    case .gzip, .zstd, .skippable, .loaded: true
    case .plain, .foreign: false
    }
  }

  /// Decodes what is packed like this, up to its limits, from the start of the file, where `input` is;
  /// nil if it is not compressed. Throws `out-of-memory`, and `unsupported-encoding` when a library is
  /// missing.
  func decoder(
    _ input: any ByteInput, name: String, limits: DecompressionLimits
  ) throws(JSONError) -> (any MemberedInput)? {
    let decoder: any MemberedInput
    switch self {
    case .plain, .foreign: return nil
    case .gzip: decoder = try GzipInput(input, name: name)
    case .zstd: decoder = try ZstdInput(input, name: name)
    case .skippable: decoder = SkippableInput(input, name: name)
    case .loaded(let format): decoder = try LoadedInput(input, format, name: name)
    }
    return LimitedInput(decoder, limits, name: name)
  }
}
