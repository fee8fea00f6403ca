import CSimdJSON

/// Skips values without reading what is in them.
///
/// A pure position does not know how far its children were walked, so a naive parent walks over their tokens again. Two
/// things prevent that:
///
/// - the *hint*: a walk inside a container records how far it came, and its parent continues from there;
/// - *links*: the partner of each opening bracket.
///
/// Links cost one pass, as much as two walks. So they are made only once skipping has walked over twice as many tokens
/// as the document has. Whatever a caller does, tokens are walked over at most about three times.
extension JSONPosition {
  /// The token after the value at `token`: at most `end`, even if the value's brackets do not close.
  @inlinable @inline(__always)
  package func after(_ token: UInt32) -> UInt32 {
    let byte = byte(at: token)
    // All brackets, and four bytes that begin no value: one comparison for most values.
    if byte | 0x26 != 0x7F { return token &+ 1 }
    if Byte.opens(byte) { return min(skip(token), end) }
    // Where a value is missing (`{"a":}`, `[1,]`), the bracket found there closes the container. Skipping it would make
    // the fields around the container look like fields in it.
    return Byte.closes(byte) ? token : token &+ 1
  }

  /// Records that the container at `container` was walked up to `token`, which is directly in it. Unless there are
  /// links: they answer every skip, and several threads may be reading a document that has them (`JSONDocument`).
  @inlinable @inline(__always)
  package func leaveHint(container: UInt32, token: UInt32) {
    guard unsafe context.pointee.links == nil else { return }
    unsafe context.pointee.hintContainer = container
    unsafe context.pointee.hintToken = token
  }

  /// Records that this container ends after `last`, the last value in it; its own token means that it is empty. Call it
  /// while the hint of the last value's reader is still there.
  @inlinable @inline(__always)
  package func leaveHint(behindLast last: UInt32) {
    if last != token { leaveHint(container: token, token: after(last)) }
  }

  /// The token after the container at `token`; `UInt32.max` if it does not close in this document.
  @usableFromInline
  package func skip(_ token: UInt32) -> UInt32 {
    let end = unsafe index.pointee.end
    if let links = unsafe context.pointee.links {
      let partner = unsafe links[Int(token &- index.pointee.first)]
      return partner == 0 ? .max : partner &+ 1
    }
    let hinted = unsafe context.pointee.hintContainer == token
    let start = unsafe hinted ? context.pointee.hintToken : token &+ 1
    // A walk that finished is at the closing bracket.
    if hinted, start < end, Byte.closes(byte(at: start)) { return start &+ 1 }
    let kinds = unsafe index.pointee.kinds
    let behind = unsafe csj_walk_out_of(
      index.pointee.bytes, index.pointee.tokens, kinds, start, end)
    guard behind != .max else { return behind }
    let budget = unsafe context.pointee.skipBudget &- Int64(behind &- start)
    unsafe context.pointee.skipBudget = budget
    if budget < 0 { makeLinks() }
    return behind
  }

  /// Finds the partner of each opening bracket in one pass over the tokens. When memory is short there are no links,
  /// and skipping keeps walking.
  @inline(never)
  package func makeLinks() {
    let header = unsafe index.pointee
    let count = Int(header.end &- header.first)
    if unsafe context.pointee.linkCapacity < count {
      unsafe context.releaseLinks()
      let memory = unsafe csj_allocate(count * MemoryLayout<UInt32>.stride)
      unsafe context.pointee.linkMemory = unsafe memory?.bindMemory(
        to: UInt32.self, capacity: count)
      unsafe context.pointee.linkCapacity = unsafe memory == nil ? 0 : count
    }
    guard let links = unsafe context.pointee.linkMemory else {
      // Not tried again for this document.
      unsafe context.pointee.skipBudget = .max
      return
    }
    unsafe csj_make_links(
      header.bytes, header.tokens + Int(header.first), UInt32(truncatingIfNeeded: count),
      header.first, links)
    unsafe context.pointee.links = unsafe links
  }
}
