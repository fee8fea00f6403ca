import CSimdJSON

/// How much of the thread's stack a recursion may take that goes over values instead of a document.
/// The same two bounds as for plans: a number of levels, and the stack itself.
package struct StackRoom {
  private let start: UInt
  private let room: UInt
  private let limit: Int
  /// How many levels are open.
  package private(set) var depth = 0

  /// Counts from the caller's frame. `limit` is 2048 at most.
  package init(limit: Int) {
    let here = csj_frame_address()
    var room = StructuralIndex.planStackUnasked
    var (lowest, end): (UInt, UInt) = (0, 0)
    if csj_stack_bounds(&lowest, &end), lowest <= here, here < end {
      let free = here - lowest
      room = free > StructuralIndex.planStackReserve ? free - StructuralIndex.planStackReserve : 0
    }
    start = here
    self.room = room
    self.limit = min(max(limit, 1), Int(StructuralIndex.planDepthCeiling))
  }

  /// One level down; `leave` when it is done. Throws `depth-exceeded`.
  package mutating func enter() throws(JSONError) {
    let here = csj_frame_address()
    guard depth < limit else { throw JSONError(.depthExceeded, at: 0, name: "\(limit)") }
    guard here > start || start &- here <= room else {
      throw JSONError(
        .depthExceeded, at: 0, name: "\(depth)", reason: "the thread's stack holds no more")
    }
    depth += 1
  }

  package mutating func leave() { depth -= 1 }

  /// Throws `depth-exceeded` when the thread's stack is about to end: for recursions that count no
  /// levels, as others stand in between.
  package static func check() throws(JSONError) {
    guard isLeft else {
      throw JSONError(
        .depthExceeded, at: 0, name: "the possible", reason: "the thread's stack holds no more")
    }
  }

  /// Whether the thread's stack has room for another level and for what it calls. True where the
  /// system does not say.
  package static var isLeft: Bool { bytesLeft >= StructuralIndex.planStackReserve }

  /// Whether the thread's stack holds the destruction of an owned value with so many levels: measured
  /// 146 to 229 bytes for each, by its kind and the build.
  static func holds(levelsOfJSON levels: Int) -> Bool {
    bytesLeft >= (32 << 10) + (UInt(levels) << 8)
  }

  /// How many bytes of the thread's stack are not in use; `UInt.max` where the system does not say.
  package static var bytesLeft: UInt {
    var (lowest, end): (UInt, UInt) = (0, 0)
    guard csj_stack_bounds(&lowest, &end) else { return .max }
    let here = csj_frame_address()
    guard here >= lowest, here < end else { return .max }
    return here - lowest
  }
}
