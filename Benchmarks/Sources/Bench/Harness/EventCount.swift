import CContenders

/// What the kernel counts of a piece of work.
enum EventCount {
  enum Event {
    case instructions, nanoseconds
  }

  /// Nil: this machine can't count that.
  static func of(_ event: Event, _ work: () -> Void) -> UInt64? {
    let counted = event == .instructions ? bench_counter_instructions : bench_counter_nanoseconds
    return withoutActuallyEscaping(work) { work in
      var body = work
      var count: UInt64 = 0
      let done = withUnsafeMutablePointer(to: &body) { body in
        // Called within this scope only, in which the closure lives.
        bench_count_events(
          counted, { $0?.assumingMemoryBound(to: (() -> Void).self).pointee() }, body, &count)
      }
      return done ? count : nil
    }
  }

  /// Why there are no instruction counts; nil: there are.
  static var noInstructions: String? { bench_no_instructions().map { String(cString: $0) } }
}
