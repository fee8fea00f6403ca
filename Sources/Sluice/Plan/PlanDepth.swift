import CSimdJSON

/// Plans call each other as deep as the document is nested: how deep they may.
///
/// Two bounds hold. The reader's depth limit (2048 at most) says what is meant; and the stack says
/// what is possible, as each level takes some of it: how much depends on the build and on whose
/// closures stand in between, so that no number of levels would be right. Only when plans have used
/// `stackAllowance` the real end of the thread's stack is asked for.
extension UnsafeMutablePointer<StructuralIndex> {
  /// Another plan is at work inside those before it. Throws `depth-exceeded`.
  @inlinable @inline(__always)
  package func enterPlan(at position: JSONPosition) throws(JSONError) {
    let here = csj_frame_address()
    if pointee.planDepth == 0, pointee.mappingDepth == 0 {
      pointee.planStackStart = here
      pointee.planStackRoom = StructuralIndex.planStackAllowance
    }
    let limit = min(pointee.depthLimit, StructuralIndex.planDepthCeiling)
    if pointee.planDepth >= limit || pointee.planStackStart &- here > pointee.planStackRoom {
      try findRoom(here, position, pointee.planDepth)
    }
    pointee.planDepth &+= 1
  }

  /// The plan entered last is done.
  @inlinable @inline(__always)
  package func leavePlan() { pointee.planDepth &-= 1 }

  /// A mapping that may contain itself is at work; `leaveMapping` when it is done. Counted apart from
  /// plans, so that a plan inside does not count twice.
  @usableFromInline
  package func enterMapping(at position: JSONPosition) throws(JSONError) {
    let here = csj_frame_address()
    if pointee.planDepth == 0, pointee.mappingDepth == 0 {
      pointee.planStackStart = here
      pointee.planStackRoom = StructuralIndex.planStackAllowance
    }
    let limit = min(pointee.depthLimit, StructuralIndex.planDepthCeiling)
    if pointee.mappingDepth >= limit || pointee.planStackStart &- here > pointee.planStackRoom {
      try findRoom(here, position, pointee.mappingDepth)
    }
    pointee.mappingDepth &+= 1
  }

  @usableFromInline
  package func leaveMapping() { pointee.mappingDepth &-= 1 }

  /// Goes on as deep as plans are in another document that this one stands in.
  package func continuePlans(of outer: UnsafeMutablePointer<StructuralIndex>) {
    pointee.planDepth = outer.pointee.planDepth
    pointee.planStackStart = outer.pointee.planStackStart
    pointee.planStackRoom = outer.pointee.planStackRoom
    pointee.planContext = outer.pointee.planContext
  }

  /// Ends what `continuePlans` began.
  package func endPlans() {
    pointee.planDepth = 0
    pointee.planContext = nil
  }

  @usableFromInline @inline(never)
  func findRoom(
    _ here: UInt, _ position: JSONPosition, _ depth: UInt32
  ) throws(JSONError) {
    let limit = min(pointee.depthLimit, StructuralIndex.planDepthCeiling)
    guard depth < limit else {
      throw JSONError(.depthExceeded, at: position.offset, name: "\(limit)")
    }
    let start = max(pointee.planStackStart, here)
    pointee.planStackStart = start
    var room = StructuralIndex.planStackUnasked
    var (lowest, end): (UInt, UInt) = (0, 0)
    if csj_stack_bounds(&lowest, &end), lowest <= here, here <= start, start < end {
      let free = start - lowest
      room = free > StructuralIndex.planStackReserve ? free - StructuralIndex.planStackReserve : 0
    }
    guard start &- here <= room else {
      throw JSONError(
        .depthExceeded, at: position.offset, name: "\(depth)",
        reason: "the thread's stack holds no more")
    }
    pointee.planStackRoom = room
  }
}

extension StructuralIndex {
  /// As deep as plans may call each other whatever the reader's limit is.
  @inlinable static var planDepthCeiling: UInt32 { 2048 }
  /// What plans may use of the stack before its end is asked for: less than any thread has.
  @inlinable static var planStackAllowance: UInt { 96 << 10 }
  /// What they may use where nobody knows the stack's end: small threads have 512 KiB.
  static var planStackUnasked: UInt { 256 << 10 }
  /// What is left for what plans call: closures, errors, the runtime.
  static var planStackReserve: UInt { 128 << 10 }
}
