import Sluice
import SluiceSystem

/// Reads another input on a separate thread, a few buffers ahead.
///
/// The thread starts with the first read and ends with this value. Dropping the value ends the
/// thread's waits for a buffer and for bytes, and then waits for the thread, at most for the
/// decoding of one buffer. The thread's errors come after the bytes before them.
///
/// Sound because the ring owns the buffers, hands each to one thread at a time, and outlives the
/// thread.
@safe
package final class ReadAheadInput: ByteInput {
  private let pump: Pump
  private let stop = FeedStop()
  private let name: String
  /// What the thread does, for errors.
  private let work: String
  private var thread: WorkerThread?
  /// The ring's first buffer, and how far it was read.
  private var current: (buffer: UnsafeMutablePointer<PaddedBytes>, taken: Int)?

  private static let bufferCount = 8
  fileprivate static let bufferSize = 128 << 10
  /// Room before the bytes of each buffer, for what a reader that takes the buffer has left of the last
  /// one.
  fileprivate static let gap = 16 << 10

  /// `input` reads from `source`.
  package init(
    _ input: any ByteInput, of source: any WaitAnnouncing, name: String,
    work: String = "decompressing"
  ) {
    let ring = BufferRing<InputEvent>(count: ReadAheadInput.bufferCount)
    pump = Pump(input, ring)
    self.name = name
    self.work = work
    input.heed(stop)
    source.beforeWait = { ring.flush() }
  }

  deinit {
    guard let thread else { return }
    pump.ring.close()
    stop.stop()
    thread.join()
  }

  package func read(into room: UnsafeMutableRawBufferPointer) throws(InputEvent) -> Int {
    guard let (buffer, taken) = try unsafe next() else { return 0 }
    let left = unsafe UnsafeRawBufferPointer(
      rebasing: UnsafeRawBufferPointer(buffer.pointee.unsafeBytes)[taken...])
    let count = min(room.count, left.count)
    unsafe room.copyMemory(from: UnsafeRawBufferPointer(rebasing: left[..<count]))
    pass(count, of: left.count)
    return count
  }

  package func exchange(
    _ bytes: inout PaddedBytes, from front: Int, usualSize: Int
  ) throws(InputEvent) -> Int? {
    let isUsual =
      ReadAheadInput.bufferSize <= 2 * usualSize && usualSize <= 2 * ReadAheadInput.bufferSize
    guard isUsual, bytes.count - front <= ReadAheadInput.gap,
      let (buffer, taken) = try unsafe next()
    else {
      return nil
    }
    unsafe buffer.pointee.put(
      UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(bytes.unsafeBytes)[front...]),
      before: taken)
    let start = taken - (bytes.count - front)
    unsafe swap(&bytes, &buffer.pointee)
    unsafe current = nil
    pump.ring.release()
    return start
  }

  /// The buffer that is being read, and its next byte. Nil at the end.
  private func next() throws(InputEvent) -> (UnsafeMutablePointer<PaddedBytes>, Int)? {
    try InputEvent.asFailures(try startReceiving())
    if let current = unsafe current { return unsafe current }
    guard let buffer = try unsafe pump.ring.nextFull() else { return nil }
    unsafe current = unsafe (buffer, ReadAheadInput.gap)
    return unsafe current
  }

  private func pass(_ count: Int, of left: Int) {
    if count == left {
      unsafe current = nil
      pump.ring.release()
    } else {
      unsafe current?.taken += count
    }
  }

  /// Starts the thread, unless it was started before.
  package func startReceiving() throws(JSONError) {
    if thread == nil { thread = try start() }
  }

  package func heed(_ stop: FeedStop) {
    // Afterwards the input is the thread's.
    if thread == nil { pump.input.heed(stop) }
  }

  package var isReady: Bool { unsafe current != nil || pump.ring.hasFull }

  private func start() throws(JSONError) -> WorkerThread {
    let pump = pump
    return try WorkerThread(for: "\(work) \(name)") { pump.run() }
  }
}

/// The work of the thread.
///
/// Sound to hand over because the input is the thread's alone from then on, and the ring is made for
/// two threads.
private final class Pump: @unchecked Sendable {
  let input: any ByteInput
  let ring: BufferRing<InputEvent>

  init(_ input: any ByteInput, _ ring: BufferRing<InputEvent>) {
    self.input = input
    self.ring = ring
  }

  func run() {
    do throws(InputEvent) {
      while let buffer = unsafe ring.nextFree() {
        unsafe buffer.pointee.reserveCapacity(ReadAheadInput.gap + ReadAheadInput.bufferSize)
        unsafe buffer.pointee.removeAll(leaving: ReadAheadInput.gap)
        let input = input
        let count = try unsafe buffer.pointee.append(upTo: ReadAheadInput.bufferSize) {
          (room) throws(InputEvent) in try unsafe input.read(into: room)
        }
        guard count > 0 else { break }
        ring.publish()
      }
      ring.finish(.success(()))
    } catch {
      ring.finish(.failure(error))
    }
  }
}
