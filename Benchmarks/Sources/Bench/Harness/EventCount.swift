import CContenders

/// The kernel's counts for a piece of work.
enum EventCount {
  enum Event {
    case instructions, nanoseconds
  }

  /// Nil when this machine can't count that.
  static func of(_ event: Event, _ work: () -> Void) -> UInt64? {
    let counted = event == .instructions ? bench_counter_instructions : bench_counter_nanoseconds
    return withoutActuallyEscaping(work) { work in
      var body = work
      var count: UInt64 = 0
      let done = withUnsafeMutablePointer(to: &body) { body in
        // Called only within this scope, while the closure exists.
        bench_count_events(
          counted, { $0?.assumingMemoryBound(to: (() -> Void).self).pointee() }, body, &count)
      }
      return done ? count : nil
    }
  }

  /// Why there are no instruction counts; nil when there are.
  static var noInstructions: String? { bench_no_instructions().map { String(cString: $0) } }
}
