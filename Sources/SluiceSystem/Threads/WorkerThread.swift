#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A system thread. Not a task, because its work blocks, which the shared pool of tasks must not do.
/// Joined once: on request, or when this value is destroyed.
package final class WorkerThread {
  private final class Body {
    let run: @Sendable () -> Void
    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }

  private var thread: pthread_t?

  /// Runs `body` on its own thread. Throws if the system can't create a thread.
  package init(_ body: @escaping @Sendable () -> Void) throws(SystemError) {
    // Signals belong to the program's threads: this one handles none.
    var all = sigset_t()
    var before = sigset_t()
    unsafe sigfillset(&all)
    unsafe pthread_sigmask(SIG_SETMASK, &all, &before)
    defer { unsafe pthread_sigmask(SIG_SETMASK, &before, nil) }
    let passed = unsafe Unmanaged.passRetained(Body(body))
    #if canImport(Darwin)
      var made: pthread_t?
      let status = pthread_create(&made, nil, { WorkerThread.start($0) }, passed.toOpaque())
    #else
      var created = pthread_t()
      let status = unsafe pthread_create(
        &created, nil, { unsafe $0.flatMap { unsafe WorkerThread.start($0) } },
        unsafe passed.toOpaque())
      let made: pthread_t? = created
    #endif
    guard status == 0, let made else {
      unsafe passed.release()
      throw SystemError(.make, Errno(rawValue: status))
    }
    thread = made
  }

  /// Sound because the pointer is the one that `init` retained for this one call.
  private static func start(_ pointer: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
    unsafe Unmanaged<Body>.fromOpaque(pointer).takeRetainedValue().run()
    return nil
  }

  deinit { join() }

  /// Waits until the thread has ended.
  package func join() {
    if let thread { pthread_join(thread, nil) }
    thread = nil
  }

  /// Lets the thread run until it ends by itself, or the process ends.
  package func detach() {
    if let thread { pthread_detach(thread) }
    thread = nil
  }

  /// Makes the current thread sleep.
  package static func sleep(seconds: UInt32) { systemSleep(seconds) }

  /// Makes the current thread sleep for at most 999 milliseconds.
  package static func sleep(milliseconds: UInt32) { usleep(min(milliseconds, 999) * 1000) }
}

/// `sleep(3)`, by a name that a method doesn't hide.
private func systemSleep(_ seconds: UInt32) { sleep(seconds) }
