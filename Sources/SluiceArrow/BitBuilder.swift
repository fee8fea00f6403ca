import Sluice

/// Bits, the first the least significant of its byte, as Arrow's bitmaps are.
struct BitBuilder {
  private(set) var memory: AlignedMemory
  private(set) var count = 0
  /// The bits after the last whole byte.
  private var last: UInt8 = 0

  init(rows: Int, in batch: BatchMemory? = nil) throws(JSONError) {
    memory = try AlignedMemory(capacity: BitBuilder.capacity(rows), in: batch)
  }

  /// The bytes that the bits of `rows` rows take.
  static func capacity(_ rows: Int) -> Int { rows / 8 + 1 }

  mutating func append(ones: Int) throws(JSONError) { try append(ones) { _ in 0xFF } }

  /// Appends bits from a bitmap's first on.
  mutating func append(_ bits: UnsafePointer<UInt8>, from first: Int, count: Int) throws(JSONError)
  {
    let shift = UInt16(first & 7)
    let bytes = unsafe bits + first / 8
    // The byte after the last bit is not read.
    let readable = (first & 7 + count + 7) / 8
    try append(count) { number in
      let low = unsafe UInt16(bytes[number])
      let high = unsafe number + 1 < readable ? UInt16(bytes[number + 1]) : 0
      return UInt8(truncatingIfNeeded: (high << 8 | low) >> shift)
    }
  }

  /// Appends a bit for each byte, which is 0 or 1.
  mutating func append(bytes: UnsafePointer<UInt8>, count: Int) throws(JSONError) {
    try append(count) { number in
      var byte: UInt8 = 0
      for bit in 0..<min(8, count - number * 8) {
        byte |= unsafe bytes[number * 8 + bit] << UInt8(bit)
      }
      return byte
    }
  }

  /// Appends `added` bits, of which `byte` returns eight at a time.
  @inline(__always)
  private mutating func append(_ added: Int, _ byte: (Int) -> UInt8) throws(JSONError) {
    let used = UInt16(count & 7)
    var pending = UInt16(last)
    let whole = (count & 7 + added) / 8
    let out = unsafe try memory.append(whole)
    var written = 0
    for number in 0..<(added + 7) / 8 {
      var bits = UInt16(byte(number))
      let left = added - number * 8
      if left < 8 { bits &= (1 << UInt16(left)) - 1 }
      pending |= bits << used
      if written < whole {
        unsafe out.storeBytes(
          of: UInt8(truncatingIfNeeded: pending), toByteOffset: written, as: UInt8.self)
        written += 1
        pending >>= 8
      }
    }
    last = UInt8(truncatingIfNeeded: pending)
    count += added
  }

  /// The bitmap, with zeros after the last bit.
  func finished() throws(JSONError) -> AlignedMemory {
    if count & 7 != 0 { try memory.append(last) }
    return memory
  }
}
