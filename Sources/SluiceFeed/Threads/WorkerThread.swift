import Sluice

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A thread of the system. Tasks are not used: what it runs blocks, and the pool that tasks share is
/// no place for that. Joined once: when it is asked for, or when this value is gone.
final class WorkerThread {
  private final class Body {
    let run: @Sendable () -> Void
    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }

  private var thread: pthread_t?

  /// Runs `body` on a thread of its own. Throws `io` when the system has none to give, for `name`.
  init(
    for name: String, _ body: @escaping @Sendable () -> Void
  ) throws(JSONError) {
    // Signals are for the threads of the program: none is handled on this one.
    var all = sigset_t()
    var before = sigset_t()
    sigfillset(&all)
    pthread_sigmask(SIG_SETMASK, &all, &before)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
    let passed = Unmanaged.passRetained(Body(body))
    #if canImport(Darwin)
      var made: pthread_t?
      let status = pthread_create(&made, nil, { WorkerThread.start($0) }, passed.toOpaque())
    #else
      var created = pthread_t()
      let status = pthread_create(
        &created, nil, { $0.flatMap { WorkerThread.start($0) } }, passed.toOpaque())
      let made: pthread_t? = created
    #endif
    guard status == 0, let made else {
      passed.release()
      throw JSONError(
        .io, at: 0, name: name, reason: "no thread for it: \(SystemMessage.text(status))")
    }
    thread = made
  }

  /// Sound because the pointer is the one that `init` retained for this one call.
  private static func start(_ pointer: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
    Unmanaged<Body>.fromOpaque(pointer).takeRetainedValue().run()
    return nil
  }

  deinit { join() }

  /// Waits until it has ended.
  func join() {
    if let thread { pthread_join(thread, nil) }
    thread = nil
  }
}
