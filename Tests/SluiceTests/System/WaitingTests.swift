import Foundation
import SluiceSystem
import Testing

@Suite("Waiting and threads of the system")
struct WaitingTests {
  @Test("a wake-up pipe is readable once it is signalled, and stays so")
  func wakeUp() throws {
    let pipe = try WakeUpPipe()
    var waited = PollSet()
    waited.append(pipe.output)
    try waited.wait(milliseconds: 0)
    #expect(!waited.isReady(from: 0))
    pipe.signal()
    for _ in 0..<2 {
      try waited.wait(milliseconds: -1)
      #expect(waited.isReady(from: 0))
      #expect(!waited.isReady(from: 1))
    }
  }

  @Test("writing to a full pipe that doesn't block waits for its reader, or says that it can't")
  func fullPipe() throws {
    var ends: [Int32] = [0, 0]
    #expect(unsafe pipe(&ends) == 0)
    let (output, input) = (FileDescriptor(rawValue: ends[0]), FileDescriptor(rawValue: ends[1]))
    #expect(fcntl(ends[1], F_SETFL, O_NONBLOCK) == 0)
    let bytes = [UInt8](repeating: 7, count: 1 << 20)
    let error = #expect(throws: SystemError.self) {
      try unsafe bytes.withUnsafeBytes { try unsafe input.write($0, waitsForRoom: false) }
    }
    #expect(error?.code.wouldBlock == true)
    let count = LockedValue(0)
    let reader = try WorkerThread {
      var room = [UInt8](repeating: 0, count: 1 << 16)
      while let got = try? unsafe room.withUnsafeMutableBytes({ try unsafe output.read(into: $0) }),
        got > 0
      {
        count.withLock { $0 += got }
      }
    }
    try unsafe bytes.withUnsafeBytes { try unsafe input.write($0) }
    input.close()
    reader.join()
    output.close()
    #expect(count.withLock { $0 } >= bytes.count)
  }

  @Test("each thread has its own pointer in a slot")
  func slots() throws {
    let slot = try #require(ThreadSlot())
    let mine = unsafe UnsafeMutableRawPointer(bitPattern: 64)
    unsafe slot.pointer = unsafe mine
    let seen = LockedValue<Bool?>(nil)
    let thread = try WorkerThread { seen.withLock { $0 = unsafe slot.pointer == nil } }
    thread.join()
    #expect(seen.withLock { $0 } == true)
    #expect(unsafe slot.pointer == mine)
  }
}
