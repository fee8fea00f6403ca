/// A key that is written many times: its text, with quotes and colon, is made once.
///
/// Sound because the text is this object's own memory, filled by `init` up to a whole number of blocks.
@usableFromInline
@safe
package final class WrittenKey: @unchecked Sendable {
  package let name: String
  /// The text, and what makes its last block whole.
  fileprivate let text: UnsafeMutablePointer<UInt8>
  fileprivate let count: Int
  private static let block = 32

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

extension JSONWriter {
  /// Writes the key of the next field.
  @usableFromInline
  package mutating func key(_ key: WrittenKey) throws(JSONError) {
    guard isPlain, place == .key || place == .firstKey else { return try self.key(key.name) }
    let separator = place == .key ? 1 : 0
    let end = unsafe out.end(withRoom: 1 + key.count + 32)
    unsafe end.pointee = Byte.comma
    let target = unsafe UnsafeMutableRawPointer(end + separator)
    var copied = 0
    // Blocks of a fixed size: nearly all keys fit one.
    repeat {
      unsafe (target + copied).copyMemory(from: key.text + copied, byteCount: 32)
      copied &+= 32
    } while copied < key.count
    out.advance(by: separator &+ key.count)
    place = .fieldValue
  }
}
