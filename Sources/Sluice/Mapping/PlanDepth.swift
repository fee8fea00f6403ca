import CSimdJSON

/// Limits how deep plans call each other: they do so as deep as the document is nested.
///
/// There are two bounds. The reader's depth limit (at most 2048) says what is intended. The stack says what is
/// possible: each level takes some of it. How much depends on the build and on the client closures in between, so no
/// fixed number of levels would be right. The real end of the thread's stack is looked up only after plans have used
/// `stackAllowance`.
extension UnsafeMutablePointer<DecodingContext> {
  /// Enters another plan inside the running ones. Throws `depth-exceeded`.
  @inlinable @inline(__always)
  package func enterPlan(at position: JSONPosition) throws(JSONError) {
    try unsafe requireRoom(pointee.planDepth, position)
    unsafe pointee.planDepth &+= 1
  }

  /// Leaves the plan entered last.
  @inlinable @inline(__always)
  package func leavePlan() { unsafe pointee.planDepth &-= 1 }

  /// Enters a mapping that may contain itself; call `leaveMapping` when it is done. Counted apart from plans, so that a
  /// plan inside it does not count twice.
  @usableFromInline
  package func enterMapping(at position: JSONPosition) throws(JSONError) {
    try unsafe requireRoom(pointee.mappingDepth, position)
    unsafe pointee.mappingDepth &+= 1
  }

  @usableFromInline
  package func leaveMapping() { unsafe pointee.mappingDepth &-= 1 }

  /// Continues at the depth of the plans in the document that contains this one.
  package func continuePlans(of outer: UnsafeMutablePointer<DecodingContext>) {
    unsafe pointee.planDepth = unsafe outer.pointee.planDepth
    unsafe pointee.stackStart = unsafe outer.pointee.stackStart
    unsafe pointee.stackRoom = unsafe outer.pointee.stackRoom
  }

  /// Ends what `continuePlans` began.
  package func endPlans() { unsafe pointee.planDepth = 0 }

  /// Throws `depth-exceeded` if another level has no room, by the limit or on the stack.
  @inlinable @inline(__always)
  func requireRoom(_ depth: UInt32, _ position: JSONPosition) throws(JSONError) {
    let here = csj_frame_address()
    if unsafe pointee.planDepth == 0, unsafe pointee.mappingDepth == 0 {
      unsafe pointee.stackStart = here
      unsafe pointee.stackRoom = DecodingContext.stackAllowance
    }
    let limit = unsafe min(pointee.depthLimit, DecodingContext.depthCeiling)
    if unsafe depth >= limit || pointee.stackStart &- here > pointee.stackRoom {
      try unsafe findRoom(here, position, depth)
    }
  }

  @usableFromInline @inline(never)
  func findRoom(
    _ here: UInt, _ position: JSONPosition, _ depth: UInt32
  ) throws(JSONError) {
    let limit = unsafe min(pointee.depthLimit, DecodingContext.depthCeiling)
    guard depth < limit else {
      throw JSONError(.depthExceeded, at: position.offset, name: "\(limit)")
    }
    let start = unsafe max(pointee.stackStart, here)
    unsafe pointee.stackStart = start
    var room = DecodingContext.stackUnasked
    var (lowest, end): (UInt, UInt) = (0, 0)
    if unsafe csj_stack_bounds(&lowest, &end), lowest <= here, here <= start, start < end {
      let free = start - lowest
      room = free > DecodingContext.stackReserve ? free - DecodingContext.stackReserve : 0
    }
    guard start &- here <= room else {
      throw JSONError(
        .depthExceeded, at: position.offset, name: "\(depth)",
        reason: "the thread's stack is full")
    }
    unsafe pointee.stackRoom = room
  }
}
