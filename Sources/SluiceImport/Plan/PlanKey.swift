/// A field's name, laid out to be compared with keys by words: its first eight bytes and its last.
struct PlanKey {
  /// -1 for a name that no key equals byte for byte: one with a quote or a backslash in it.
  let count: Int
  let first: UInt64
  let mask: UInt64
  let last: UInt64

  init(_ name: UnsafePointer<UInt8>, count: Int) {
    let bytes = UnsafeBufferPointer(start: name, count: count)
    let isPlain = !bytes.contains { $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "\\") }
    self.count = isPlain ? count : -1
    mask = count >= 8 ? .max : (1 << (8 * UInt64(count))) - 1
    first = PlanKey.word(bytes.prefix(8))
    last = PlanKey.word(bytes.suffix(8))
  }

  private static func word(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> UInt64 {
    bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }
}

extension UnsafeMutablePointer<PlanNode> {
  /// Whether a key is this node's name: `raw` is what stands behind its first quote, `count` how far from
  /// there the byte before the colon is. True only of a key without escapes and without white space
  /// behind it; false says nothing of others.
  ///
  /// Sound because eight bytes behind each byte of a document are readable.
  @inline(__always)
  func isNamed(_ raw: UnsafePointer<UInt8>, count: Int) -> Bool {
    guard count == pointee.key.count, raw[count] == UInt8(ascii: "\"") else { return false }
    let start = UnsafeRawPointer(raw)
    guard (word(start) ^ pointee.key.first) & pointee.key.mask == 0 else { return false }
    if count <= 8 { return true }
    return word(start + (count &- 8)) == pointee.key.last && (count <= 16 || hasMiddle(raw))
  }

  @inline(never)
  private func hasMiddle(_ raw: UnsafePointer<UInt8>) -> Bool {
    for i in 8..<pointee.nameCount - 8 where raw[i] != pointee.name[i] { return false }
    return true
  }

  @inline(__always)
  private func word(_ bytes: UnsafeRawPointer) -> UInt64 {
    UInt64(littleEndian: bytes.loadUnaligned(as: UInt64.self))
  }
}
