import CSimdJSON

/// Counts how deep the mappings that write values have called each other on the current thread.
///
/// The two bounds of reading apply: as many levels as readers accept by default, so that the output can be read, and
/// the end of the thread's stack. A mapping has no state to count in, so the count belongs to the thread. Each writer
/// of one level calls `enter`. When it ends, even by an error, it calls `leave` with what `enter` returned.
///
/// Cost: some nanoseconds for each level.
@usableFromInline
package enum WritingDepth {
  /// The deepest nesting that is written.
  package static let limit: UInt32 = 1024

  /// Opens this many levels, and returns how many were open before. With 0 levels, checks only the stack: for mappings
  /// that call others about the same value.
  ///
  /// Throws `depth-exceeded`, also after ``refuse()`` until the outermost level is closed.
  @usableFromInline
  package static func enter(levels: Int = 1) throws(JSONError) -> UInt32 {
    let here = unsafe csj_writing_depth_here()
    if isOutermost { unsafe here.pointee.refused = false }
    let before = unsafe here.pointee.levels
    let (after, overflow) = before.addingReportingOverflow(UInt32(clamping: levels))
    guard after <= limit, !overflow, unsafe !here.pointee.refused else { throw tooDeep }
    guard StackRoom.isLeft else {
      throw JSONError(
        .depthExceeded, at: 0, name: "\(before)", reason: "the thread's stack is full")
    }
    unsafe here.pointee.levels = after
    return before
  }

  /// Closes all levels beyond this many.
  @usableFromInline
  package static func leave(to before: UInt32) {
    unsafe csj_writing_depth_here().pointee.levels = before
  }

  /// Whether no writer's call is running on this thread.
  package static var isOutermost: Bool {
    let here = unsafe csj_writing_depth_here()
    return unsafe here.pointee.levels == 0 && here.pointee.listeners == 0
  }

  /// Makes each `enter` throw until the outermost call ends: for writers that can't throw. In a cycle with two branches
  /// they would otherwise try each of the 2 to the power of ``limit`` paths.
  package static func refuse() { unsafe csj_writing_depth_here().pointee.refused = true }

  /// Runs a body whose writers can't throw, and throws `depth-exceeded` if one of them refused.
  package static func checked<R>(_ body: () -> R) throws(JSONError) -> R {
    listen()
    defer { unsafe csj_writing_depth_here().pointee.listeners -= 1 }
    let result = body()
    try check()
    return result
  }

  /// The same for a body that also throws.
  package static func checked<R>(throwing body: () throws -> R) throws -> R {
    listen()
    defer { unsafe csj_writing_depth_here().pointee.listeners -= 1 }
    let result = try body()
    try check()
    return result
  }

  private static func listen() {
    let here = unsafe csj_writing_depth_here()
    if isOutermost { unsafe here.pointee.refused = false }
    unsafe here.pointee.listeners += 1
  }

  private static func check() throws(JSONError) {
    if unsafe csj_writing_depth_here().pointee.refused { throw tooDeep }
  }

  private static var tooDeep: JSONError {
    JSONError(
      .depthExceeded, at: 0, name: "\(limit)",
      reason: "a written value may not be deeper or contain itself")
  }
}
