import CSimdJSON

/// Indexes a window of many records at once, for feeds: one call of stage 1 for some hundred records, then
/// `StructuralIndex.open(first:end:start:length:)` for each.
extension IndexStorage {
  /// The result of stage 1 for a window.
  ///
  /// Sound because reading through a payload is an unsafe expression of the reader's; the storage keeps the memory.
  @safe
  package enum WindowVerdict {
    /// Where the tokens are. `tokens[count]` is the window's length. `lines` counts the tokens before each newline, if
    /// stage 1 provides it. Valid until the next window.
    case indexed(
      tokens: UnsafePointer<UInt32>, count: UInt32, lines: UnsafeBufferPointer<UInt32>?)
    /// White space only.
    case blank
    /// Bad UTF-8, an unclosed string or a control character in a string, anywhere in it.
    case refused
  }

  /// Indexes `bytes`, which end with a newline; the `CSJ_PADDING` bytes after them are readable.
  ///
  /// In an indexed window, no string spans lines: a newline in a string is a control character. The caller keeps the
  /// bytes alive and unchanged until the index is closed. Reserves room for windows of `usualSize` at once, so that it
  /// doesn't grow a little with each. Throws `out-of-memory`, `too-large`.
  package func index(
    window bytes: UnsafeBufferPointer<UInt8>, usualSize: Int
  ) throws(JSONError) -> WindowVerdict {
    guard let base = bytes.baseAddress, !bytes.isEmpty else { return .blank }
    var found = unsafe csj_structurals()
    var status = unsafe csj_engine_reserve(engine, UInt64(max(bytes.count, usualSize)))
    if status == CSJ_OK {
      status = unsafe csj_stage1(engine, base, UInt64(bytes.count), CSJ_WINDOW, &found)
    }
    switch status {
    case CSJ_OK:
      guard let tokens = unsafe found.tokens else { return .blank }
      unsafe index.pointee.bytes = unsafe base
      unsafe index.pointee.tokens = unsafe tokens
      unsafe index.pointee.kinds = unsafe found.kinds
      unsafe index.pointee.escapes = unsafe found.escapes
      let lines = unsafe found.lines.map {
        unsafe UnsafeBufferPointer(start: $0, count: Int(found.line_count))
      }
      return unsafe .indexed(tokens: tokens, count: found.count, lines: lines)
    case CSJ_EMPTY: return .blank
    case CSJ_NO_MEMORY: throw noIndexMemory.aboutOneRecord
    case CSJ_TOO_LARGE: throw JSONError(.tooLarge, at: 0, name: "\(JSONOptions.largestSize)")
    default: return .refused
    }
  }

  /// The result of stage 1 for a window that may end anywhere.
  ///
  /// Sound for the same reason as ``WindowVerdict``.
  @safe
  package enum StreamVerdict {
    /// Where the tokens are; `tokens[count]` is readable and lies after the window. Valid until the next window.
    case indexed(tokens: UnsafePointer<UInt32>, count: Int, endsInString: Bool)
    /// Bad UTF-8, or a control character in a string, anywhere in it.
    case refused
  }

  /// Indexes a window of a stream. It may end inside a token, but not inside a character. The `CSJ_WINDOW_TAIL` bytes
  /// after it are overwritten, and the padding after these is readable.
  ///
  /// The caller keeps the bytes alive and unchanged until the index is closed. Throws
  /// `out-of-memory`, `too-large`.
  package func index(
    stream bytes: UnsafeMutablePointer<UInt8>, count: Int, usualSize: Int
  ) throws(JSONError) -> StreamVerdict {
    var found = unsafe csj_window()
    let room = UInt64(max(count, usualSize)) + UInt64(CSJ_WINDOW_TAIL)
    var status = unsafe csj_engine_reserve(engine, room)
    if status == CSJ_OK { status = unsafe csj_stage1_window(engine, bytes, UInt64(count), &found) }
    switch status {
    case CSJ_OK:
      guard let tokens = unsafe found.tokens else { return .refused }
      unsafe index.pointee.bytes = unsafe UnsafePointer(bytes)
      unsafe index.pointee.tokens = unsafe tokens
      unsafe index.pointee.kinds = nil
      unsafe index.pointee.escapes = nil
      return unsafe .indexed(
        tokens: tokens, count: Int(found.count), endsInString: found.ends_in_string)
    case CSJ_NO_MEMORY: throw noIndexMemory
    case CSJ_TOO_LARGE: throw JSONError(.tooLarge, at: 0, name: "\(JSONOptions.largestSize)")
    default: return .refused
    }
  }

  /// Frees the memory that the index of one large window took.
  package func releaseIndexMemory() {
    unsafe index.close()
    unsafe csj_engine_release(engine)
    unsafe context.releaseLinks()
  }
}
