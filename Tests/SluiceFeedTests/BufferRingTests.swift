import Sluice
import SluiceFeed
import TestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Reads a ring on a separate thread, and collects the contents of its buffers.
private final class RingReader: @unchecked Sendable {
  let ring: BufferRing<JSONError>
  /// How long to sleep before a buffer, by its number.
  let naps: [Int: UInt32]
  /// Accessed by the reader's thread only, until it is joined.
  private(set) var bytes: [UInt8] = []
  private(set) var failure: JSONError?
  private var thread: TestThread?

  init(_ ring: BufferRing<JSONError>, naps: [Int: UInt32]) throws {
    self.ring = ring
    self.naps = naps
    thread = try TestThread { [self] in run() }
  }

  func join() { thread?.join() }

  private func run() {
    do throws(JSONError) {
      var number = 0
      while true {
        if let nap = naps[number] { usleep(nap) }
        guard let buffer = try unsafe ring.nextFull() else { return }
        unsafe buffer.pointee.withUnsafeBytes { unsafe bytes.append(contentsOf: $0) }
        ring.release()
        number += 1
      }
    } catch {
      failure = error
    }
  }
}

@Suite("A ring of buffers between two threads")
struct BufferRingTests {
  private func fill(_ ring: BufferRing<JSONError>, with byte: UInt8) throws {
    let buffer = try unsafe #require(unsafe ring.nextFree())
    unsafe buffer.pointee.removeAll()
    unsafe buffer.pointee.append(contentsOf: [byte])
    ring.publish()
  }

  @Test(
    "delivers every buffer once and in order, whichever side sleeps",
    arguments: [1, 2, 3, 8])
  func inOrder(count: Int) throws {
    let watch = try HangWatch()
    defer { watch.end() }
    let seed = UInt64.random(in: 0 ... .max)
    print("seed \(seed)")
    var random = SeededGenerator(seed: seed)
    for round in 0..<30 {
      let ring = BufferRing<JSONError>(count: count)
      let total = 200
      // Naps longer than any spinning, on one side, on the other, and on both.
      var naps: [Int: UInt32] = [:]
      if round % 3 != 0 {
        for _ in 0..<5 { naps[Int.random(in: 0..<total, using: &random)] = 500 }
      }
      let reader = try RingReader(ring, naps: naps)
      for number in 0..<total {
        if round % 3 != 1, Int.random(in: 0..<40, using: &random) == 0 { usleep(500) }
        try fill(ring, with: UInt8(number % 251))
      }
      ring.finish(.success(()))
      reader.join()
      #expect(reader.failure == nil)
      let sent = (0..<total).map { (number: Int) -> UInt8 in UInt8(number % 251) }
      #expect(reader.bytes == sent, "seed \(seed)")
    }
  }

  @Test(
    "delivers the published buffers before an error, and then the error",
    arguments: [0, 1, 3])
  func failure(published: Int) throws {
    let watch = try HangWatch()
    defer { watch.end() }
    let ring = BufferRing<JSONError>(count: 8)
    let reader = try RingReader(ring, naps: [:])
    // Long enough for the reader to fall asleep.
    usleep(2000)
    for number in 0..<published { try fill(ring, with: UInt8(number)) }
    ring.finish(.failure(JSONError(.io, at: 0, name: "a ring", reason: "it broke")))
    reader.join()
    #expect(reader.bytes == (0..<published).map { UInt8($0) })
    #expect(reader.failure?.code == .io)
  }

  @Test("flushed buffers are read even if less than half are full")
  func flush() throws {
    let watch = try HangWatch()
    defer { watch.end() }
    let ring = BufferRing<JSONError>(count: 8)
    let reader = try RingReader(ring, naps: [:])
    usleep(2000)
    try fill(ring, with: 7)
    ring.flush()
    // The reader has nothing else to do, so it eventually takes the buffer.
    while ring.hasFull { usleep(100) }
    ring.finish(.success(()))
    reader.join()
    #expect(reader.bytes == [7])
  }

  @Test("a filler that waits for room ends once the ring is closed")
  func closed() throws {
    let watch = try HangWatch()
    defer { watch.end() }
    let ring = BufferRing<JSONError>(count: 2)
    for _ in 0..<2 { try fill(ring, with: 1) }
    let closer = try TestThread {
      usleep(2000)
      ring.close()
    }
    #expect(unsafe ring.nextFree() == nil)
    closer.join()
  }
}
