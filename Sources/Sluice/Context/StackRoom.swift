import CSimdJSON

/// Limits how much of the thread's stack a recursion over values may take. (Recursions over documents use plans.) It
/// has the same two bounds: a number of levels, and the stack itself.
package struct StackRoom {
  private let start: UInt
  private let room: UInt
  private let limit: Int
  /// How many levels are open.
  package private(set) var depth = 0

  /// Counts from the caller's frame. `limit` is at most 2048.
  package init(limit: Int) {
    let here = csj_frame_address()
    var room = DecodingContext.stackUnasked
    var (lowest, end): (UInt, UInt) = (0, 0)
    if unsafe csj_stack_bounds(&lowest, &end), lowest <= here, here < end {
      let free = here - lowest
      room = free > DecodingContext.stackReserve ? free - DecodingContext.stackReserve : 0
    }
    start = here
    self.room = room
    self.limit = min(max(limit, 1), Int(DecodingContext.depthCeiling))
  }

  /// Enters one level; call `leave` when it is done. Throws `depth-exceeded`.
  package mutating func enter() throws(JSONError) {
    let here = csj_frame_address()
    guard depth < limit else { throw JSONError(.depthExceeded, at: 0, name: "\(limit)") }
    guard here > start || start &- here <= room else {
      throw JSONError(
        .depthExceeded, at: 0, name: "\(depth)", reason: "the thread's stack is full")
    }
    depth += 1
  }

  package mutating func leave() { depth -= 1 }

  /// Throws `depth-exceeded` when the thread's stack is nearly used up: for recursions that don't count levels, because
  /// other code runs in between.
  package static func check() throws(JSONError) {
    guard isLeft else {
      throw JSONError(
        .depthExceeded, at: 0, name: "the possible", reason: "the thread's stack is full")
    }
  }

  /// Whether the thread's stack has room for another level and for what it calls. True if the system does not say.
  package static var isLeft: Bool { bytesLeft >= DecodingContext.stackReserve }

  /// The same where levels take little: of a small stack half is kept back.
  package static var isLeftOfSmall: Bool {
    var (lowest, end): (UInt, UInt) = (0, 0)
    guard unsafe csj_stack_bounds(&lowest, &end) else { return true }
    let here = csj_frame_address()
    guard here >= lowest, here < end else { return true }
    return here - lowest >= min(DecodingContext.stackReserve, (end - lowest) / 2)
  }

  /// Whether the thread's stack has room for destroying an owned value with this many levels. Each level was measured
  /// to take 146 to 229 bytes, depending on its kind and the build.
  static func holds(levelsOfJSON levels: Int) -> Bool {
    bytesLeft >= (32 << 10) + (UInt(levels) << 8)
  }

  /// The unused bytes of the thread's stack; `UInt.max` if the system does not say.
  package static var bytesLeft: UInt {
    var (lowest, end): (UInt, UInt) = (0, 0)
    guard unsafe csj_stack_bounds(&lowest, &end) else { return .max }
    let here = csj_frame_address()
    guard here >= lowest, here < end else { return .max }
    return here - lowest
  }
}

extension DecodingContext {
  /// The most levels of plans, whatever the reader's limit is.
  @inlinable static var depthCeiling: UInt32 { 2048 }
  /// How much of the stack plans may use before its end is looked up: less than any thread has.
  @inlinable static var stackAllowance: UInt { 96 << 10 }
  /// How much they may use if the stack's end is unknown: small threads have 512 KiB.
  static var stackUnasked: UInt { 256 << 10 }
  /// Reserved for what plans call: closures, errors, the runtime.
  static var stackReserve: UInt { 128 << 10 }
}
