/// What identifies a message: its offset, and a hash of its time, key and value.
package struct MessageMark: Sendable, Hashable {
  package let offset: Int64
  package let hash: UInt64

  package init(offset: Int64, hash: UInt64) { (self.offset, self.hash) = (offset, hash) }

  /// Sound because the message stays as it is until this returns.
  package init(_ message: LentMessage, time: Int64) {
    offset = unsafe message.offset
    // FNV-1a, 64 bits: protects from mistakes, not from malice.
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    func add(_ byte: UInt8) { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
    func add(number: Int64) {
      for shift in 0..<8 { add(UInt8(truncatingIfNeeded: number >> (8 * shift))) }
    }
    func add(_ text: UnsafeBufferPointer<UInt8>) {
      add(unsafe text.baseAddress == nil ? UInt8(0) : 1)
      add(number: Int64(text.count))
      let bytes = unsafe UnsafeBufferPointer(rebasing: text.prefix(MessageMark.span))
      for i in bytes.indices { unsafe add(bytes[i]) }
    }
    add(number: time)
    unsafe add(message.key)
    unsafe add(message.value)
    self.hash = hash
  }

  /// The most bytes of the value, and of the key, that are hashed.
  private static let span = 1024
}
