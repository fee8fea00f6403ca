/// A key that is written many times: its text, with quotes and colon, is made once.
///
/// Sound because the text is this object's own memory, filled by `init` up to a whole number of blocks.
@usableFromInline
@safe
package final class WrittenKey: @unchecked Sendable {
  package let name: String
  /// The text, and what makes its last block whole.
  fileprivate let text: UnsafeMutablePointer<UInt8>
  let count: Int
  static var block: Int { 32 }

  package init(_ name: String) {
    self.name = name
    var out = OutputBuffer()
    var copy = name
    copy.withUTF8 { unsafe out.appendQuoted($0, slashes: false) }
    out.append(Byte.colon)
    count = out.count
    let room = (count + WrittenKey.block - 1) / WrittenKey.block * WrittenKey.block
    unsafe text = .allocate(capacity: room)
    unsafe text.initialize(repeating: 0, count: room)
    unsafe UnsafeMutableRawPointer(text).copyMemory(
      from: out.bytes.baseAddress!, byteCount: count)
  }

  deinit { unsafe text.deallocate() }
}

extension WrittenKey {
  /// Writes the text, and up to a block more. Sound because callers make that room.
  @inline(__always)
  func write(to target: UnsafeMutablePointer<UInt8>) {
    let target = UnsafeMutableRawPointer(target)
    var copied = 0
    // Blocks of a fixed size: nearly all keys fit one.
    repeat {
      unsafe (target + copied).copyMemory(from: text + copied, byteCount: 32)
      copied &+= 32
    } while copied < count
  }
}

extension JSONWriter {
  /// Writes the key of the next field.
  @usableFromInline
  package mutating func key(_ key: WrittenKey) throws(JSONError) {
    guard isPlain, place == .key || place == .firstKey else { return try self.key(key.name) }
    let separator = place == .key ? 1 : 0
    let end = unsafe out.end(withRoom: 1 + key.count + WrittenKey.block)
    unsafe end.pointee = Byte.comma
    unsafe key.write(to: end + separator)
    out.advance(by: separator &+ key.count)
    place = .fieldValue
  }
}
