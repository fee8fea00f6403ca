import CSimdJSON

/// Going over values without looking into them.
///
/// A pure position does not know how far its children were walked, so a naive parent goes over
/// their tokens again. Two things prevent that: the *hint* (who walks inside a container leaves
/// word of it; its parent goes on from there) and *links* (the partner of each opening bracket).
/// Links cost one pass, as much as two walks, so they are made only once skipping has walked over
/// twice as many tokens as the document has: whatever a caller does, tokens are walked over about
/// three times at the most.
extension JSONPosition {
  /// The token behind the value at `token`: `end` at the most, also when the value's brackets do
  /// not close.
  @inlinable @inline(__always)
  package func after(_ token: UInt32) -> UInt32 {
    let byte = byte(at: token)
    // All brackets, and four bytes that begin no value: one comparison for what most values are.
    if byte | 0x26 != 0x7F { return token &+ 1 }
    if Byte.opens(byte) { return min(skip(token), end) }
    // Where a value is missing (`{"a":}`, `[1,]`), the bracket that stands there closes the
    // container: passed over, it would let the fields around the container pass for fields in it.
    return Byte.closes(byte) ? token : token &+ 1
  }

  /// Leaves word that the container at `container` was walked to `token`, which stands directly in
  /// it.
  @inlinable @inline(__always)
  package func leaveHint(container: UInt32, token: UInt32) {
    index.pointee.hintContainer = container
    index.pointee.hintToken = token
  }

  /// Leaves word that this container ends behind `last`, the last value in it; its own token: it is
  /// empty. Called while the word that the last value's reader left still stands.
  @inlinable @inline(__always)
  package func leaveHint(behindLast last: UInt32) {
    if last != token { leaveHint(container: token, token: after(last)) }
  }

  /// The token behind the container at `token`; `UInt32.max` when it does not close in this
  /// document.
  @usableFromInline
  package func skip(_ token: UInt32) -> UInt32 {
    let end = index.pointee.end
    if let links = index.pointee.links {
      let partner = links[Int(token &- index.pointee.first)]
      return partner == 0 ? .max : partner &+ 1
    }
    let hinted = index.pointee.hintContainer == token
    let start = hinted ? index.pointee.hintToken : token &+ 1
    // Whoever walked all of it stands at its closing bracket.
    if hinted, start < end, Byte.closes(byte(at: start)) { return start &+ 1 }
    let kinds = index.pointee.kinds
    let behind = csj_walk_out_of(index.pointee.bytes, index.pointee.tokens, kinds, start, end)
    guard behind != .max else { return behind }
    let budget = index.pointee.skipBudget &- Int64(behind &- start)
    index.pointee.skipBudget = budget
    if budget < 0 { makeLinks() }
    return behind
  }

  /// One pass over the tokens that finds the partner of each opening bracket. When memory is short
  /// there are no links, and skipping walks on.
  @inline(never)
  package func makeLinks() {
    let header = index.pointee
    let count = Int(header.end &- header.first)
    if header.linkCapacity < count {
      index.releaseLinks()
      let memory = csj_allocate(count * MemoryLayout<UInt32>.stride)
      index.pointee.linkMemory = memory?.bindMemory(to: UInt32.self, capacity: count)
      index.pointee.linkCapacity = memory == nil ? 0 : count
    }
    guard let links = index.pointee.linkMemory else {
      // Not tried again for this document.
      index.pointee.skipBudget = .max
      return
    }
    csj_make_links(
      header.bytes, header.tokens + Int(header.first), UInt32(truncatingIfNeeded: count),
      header.first, links)
    index.pointee.links = links
  }
}
