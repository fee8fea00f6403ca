/// A hash of bytes that come in pieces, the same however they are divided: by which the bytes of two responses are
/// compared where no ETag tells that they are the same. Protects from mistakes, not from malice.
///
/// Eight bytes at a time, folded by a product of 128 bits (as wyhash does).
package struct ContentHash {
  private var state: UInt64 = 0x9E37_79B9_7F4A_7C15
  private var count: UInt64 = 0
  /// The bytes after the last whole word.
  private var pending: UInt64 = 0

  package init() {}

  package mutating func update(_ bytes: UnsafeRawBufferPointer) {
    var offset = 0
    while offset < bytes.count, count % 8 != 0 {
      unsafe add(bytes[offset])
      offset += 1
    }
    while bytes.count - offset >= 8 {
      let word = unsafe bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
      mix(UInt64(littleEndian: word))
      count &+= 8
      offset += 8
    }
    while offset < bytes.count {
      unsafe add(bytes[offset])
      offset += 1
    }
  }

  package var value: UInt64 {
    var end = self
    end.mix(pending)
    end.mix(count)
    return end.state
  }

  private mutating func add(_ byte: UInt8) {
    pending |= UInt64(byte) << (8 * (count % 8))
    count &+= 1
    if count % 8 == 0 {
      mix(pending)
      pending = 0
    }
  }

  private mutating func mix(_ word: UInt64) {
    let product = (state ^ word).multipliedFullWidth(by: 0xA076_1D64_78BD_642F)
    // The product of a state that equals the word is nothing: the sum keeps what came before.
    state = (product.high ^ product.low) &+ (state << 7 | state >> 57)
  }
}
