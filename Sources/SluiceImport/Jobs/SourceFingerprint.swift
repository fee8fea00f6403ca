/// What a source looked like when a checkpoint was made: enough to notice that it is another one
/// now.
///
/// A file that only grew keeps its fingerprint: both hashes are of bytes before the checkpoint.
public struct SourceFingerprint: Sendable, Hashable {
  /// The source's size.
  public let size: Int64
  /// A hash of the first KiB, or of what of it lies before the checkpoint.
  public let head: String
  /// A hash of the last KiB before the checkpoint.
  public let tail: String

  public init(size: Int64, head: String, tail: String) {
    self.size = size
    self.head = head
    self.tail = tail
  }

  /// How many bytes each hash covers at most.
  static let span = 1024

  /// FNV-1a, 64 bits: against mistakes, not against malice.
  static func hash(_ bytes: [UInt8]) -> String {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
    let digits = String(hash, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
