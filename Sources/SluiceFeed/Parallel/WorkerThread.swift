import Sluice

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A thread of the system. Tasks are not used: what it runs blocks, and the pool that tasks share is
/// no place for that.
struct WorkerThread: ~Copyable {
  private final class Body {
    let run: @Sendable () -> Void
    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }

  private let thread: pthread_t

  /// Runs `body` on a thread of its own. Throws `io` when the system has none to give.
  init(_ body: @escaping @Sendable () -> Void) throws(JSONError) {
    let passed = Unmanaged.passRetained(Body(body))
    #if canImport(Darwin)
      var made: pthread_t?
      let status = pthread_create(&made, nil, { WorkerThread.start($0) }, passed.toOpaque())
    #else
      var made = pthread_t()
      let status = pthread_create(
        &made, nil, { $0.flatMap { WorkerThread.start($0) } }, passed.toOpaque())
    #endif
    guard status == 0 else {
      passed.release()
      throw JSONError(
        .io, at: 0, name: "a thread", reason: String(cString: strerror(status)))
    }
    #if canImport(Darwin)
      thread = made!
    #else
      thread = made
    #endif
  }

  /// Sound because the pointer is the one that `init` retained for this one call.
  private static func start(_ pointer: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
    Unmanaged<Body>.fromOpaque(pointer).takeRetainedValue().run()
    return nil
  }

  /// Waits until it has ended.
  consuming func join() { pthread_join(thread, nil) }
}
