internal import CKafka

/// What identifies a message: its offset, and a hash of its time, key and value.
package struct MessageMark: Sendable, Hashable {
  package let offset: Int64
  package let hash: UInt64

  package init(offset: Int64, hash: UInt64) { (self.offset, self.hash) = (offset, hash) }

  /// Sound because the message stays as it is until this returns.
  init(_ message: UnsafePointer<ckf_message>) {
    offset = unsafe message.pointee.offset
    // FNV-1a, 64 bits: protects from mistakes, not from malice.
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    func add(_ byte: UInt8) { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
    func add(number: Int64) {
      for shift in 0..<8 { add(UInt8(truncatingIfNeeded: number >> (8 * shift))) }
    }
    func add(_ start: UnsafePointer<UInt8>?, _ count: Int) {
      add(unsafe start == nil ? UInt8(0) : 1)
      add(number: Int64(count))
      let bytes = unsafe UnsafeBufferPointer(start: start, count: min(count, MessageMark.span))
      for i in bytes.indices { unsafe add(bytes[i]) }
    }
    unsafe add(number: ckf_time(message))
    unsafe add(message.pointee.key, message.pointee.key_count)
    unsafe add(message.pointee.value, message.pointee.value_count)
    self.hash = hash
  }

  /// The most bytes of the value, and of the key, that are hashed.
  private static let span = 1024
}
