import Sluice

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Reads another input on a thread of its own, a few buffers ahead.
///
/// The thread starts with the first read and is gone when this value is: dropping it ends its wait
/// for a buffer and its wait for bytes, and then waits for the thread, at most for one buffer's
/// decoding. What the thread meets, an error too, comes behind the bytes before it.
final class PumpedInput: ByteInput {
  private let pump: Pump
  private let stop = FeedStop()
  private let name: String
  private var thread: pthread_t?
  /// The bytes of the ring's first buffer that are not read.
  private var pending = UnsafeRawBufferPointer(start: nil, count: 0)

  private static let bufferCount = 4
  private static let bufferSize = 256 << 10

  init(_ input: any ByteInput, name: String) throws(JSONError) {
    pump = Pump(input, BufferRing(count: PumpedInput.bufferCount, size: PumpedInput.bufferSize))
    self.name = name
    input.heed(stop)
  }

  deinit {
    guard let thread else { return }
    pump.ring.close()
    stop.stop()
    pthread_join(thread, nil)
  }

  func read(into room: UnsafeMutableRawBufferPointer) throws(JSONError) -> Int {
    if thread == nil { thread = try start() }
    if pending.isEmpty {
      guard let next = try pump.ring.nextFull() else { return 0 }
      pending = next
    }
    let count = min(room.count, pending.count)
    room.copyMemory(from: UnsafeRawBufferPointer(rebasing: pending[..<count]))
    pending = UnsafeRawBufferPointer(rebasing: pending[count...])
    if pending.isEmpty { pump.ring.release() }
    return count
  }

  var isReady: Bool { !pending.isEmpty || pump.ring.hasFull }

  private func start() throws(JSONError) -> pthread_t {
    // Signals are for the threads of the program: none is handled on this one.
    var all = sigset_t()
    var before = sigset_t()
    sigfillset(&all)
    pthread_sigmask(SIG_SETMASK, &all, &before)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
    let context = Unmanaged.passRetained(pump)
    #if canImport(Darwin)
      var made: pthread_t?
      let failure = pthread_create(
        &made, nil, { Pump.run($0) }, context.toOpaque())
      let thread = made
    #else
      var made = pthread_t()
      let failure = pthread_create(&made, nil, { Pump.run($0) }, context.toOpaque())
      let thread: pthread_t? = made
    #endif
    guard failure == 0, let thread else {
      context.release()
      throw JSONError(
        .io, at: 0, name: name,
        reason: "no thread to decompress it on: \(SystemMessage.text(failure))")
    }
    return thread
  }
}

/// What the thread works on.
///
/// Sound to hand over because the input is the thread's alone from then on, and the ring is made for
/// two threads.
private final class Pump: @unchecked Sendable {
  private let input: any ByteInput
  let ring: BufferRing

  init(_ input: any ByteInput, _ ring: BufferRing) {
    self.input = input
    self.ring = ring
  }

  private func run() {
    do throws(JSONError) {
      while let buffer = ring.nextFree() {
        let count = try input.read(into: buffer)
        guard count > 0 else { break }
        ring.publish(count)
      }
      ring.finish(.success(()))
    } catch {
      ring.finish(.failure(error))
    }
  }

  #if canImport(Darwin)
    static func run(_ context: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
      Unmanaged<Pump>.fromOpaque(context).takeRetainedValue().run()
      return nil
    }
  #else
    static func run(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
      guard let context else { return nil }
      Unmanaged<Pump>.fromOpaque(context).takeRetainedValue().run()
      return nil
    }
  #endif
}
