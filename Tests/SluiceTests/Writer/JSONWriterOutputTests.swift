import Sluice
import SluiceSystem
import Synchronization
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

struct JSONWriterOutputTests {
  @Test("a sink gets the same bytes as memory, in bounded chunks")
  func sink() throws {
    let string = String(repeating: "long \"quoted\" text 漢字 ", count: 20_000)
    let collected = Mutex<(bytes: [UInt8], largest: Int)>(([], 0))
    var writer = unsafe JSONWriter { bytes in
      collected.withLock {
        unsafe $0.bytes += bytes
        $0.largest = max($0.largest, bytes.count)
      }
    }
    var whole = JSONWriter()
    try writer.beginArray()
    try whole.beginArray()
    for i in 0..<2000 {
      try writer.value(i)
      try whole.value(i)
    }
    try writer.value(string)
    try whole.value(string)
    try writer.endArray()
    try whole.endArray()
    try writer.finish()
    let (bytes, largest) = collected.withLock { $0 }
    #expect(try bytes == whole.takeBytes())
    #expect(bytes.count > 500_000)
    #expect(largest < 64 << 12)
  }

  @Test("throws a sink's error, and again from each later call")
  func failingSink() throws {
    struct Full: Error {}
    var writer = unsafe JSONWriter { _ in throw Full() }
    try writer.beginArray()
    try writer.endArray()
    for _ in 0..<2 {
      do throws(JSONError) {
        try writer.finish()
        Issue.record("the failure was lost")
      } catch {
        #expect(error.code == .io)
        #expect(error.description.contains("Full"))
      }
    }
    do throws(JSONError) {
      try writer.value(1)
      Issue.record("a value was accepted after the failure")
    } catch {
      #expect(error.code == .io)
    }
  }

  @Test("writes everything to a pipe that accepts little at a time")
  func pipe() throws {
    var ends: [Int32] = [0, 0]
    #expect(openPipe(&ends) == 0)
    let (reading, writing) = (ends[0], ends[1])
    // Non-blocking, so that the writer meets EAGAIN.
    _ = fcntl(writing, F_SETFL, O_NONBLOCK)
    // Not a task: the writer blocks one of the threads that run tasks, until there is room.
    let all = LockedValue<[UInt8]>([])
    let reader = try WorkerThread {
      var piece = [UInt8](repeating: 0, count: 10_000)
      while true {
        let count = unsafe read(reading, &piece, piece.count)
        guard count > 0 else { return }
        all.withLock { $0 += piece[..<count] }
      }
    }
    var writer = JSONWriter(fileDescriptor: writing)
    try writer.beginArray()
    for i in 0..<100_000 { try writer.value(i) }
    try writer.endArray()
    try writer.finish()
    close(writing)
    reader.join()
    close(reading)
    #expect(try JSON(parsing: all.withLock { $0 }) == JSON((0..<100_000).map { JSON($0) }))
  }

  @Test("throws an error that names a closed descriptor")
  func closedDescriptor() throws {
    var writer = JSONWriter(fileDescriptor: -1)
    try writer.value("x")
    do throws(JSONError) {
      try writer.finish()
      Issue.record("writing to nowhere succeeded")
    } catch {
      #expect(error.code == .io)
      #expect(error.description.contains("file descriptor -1"))
    }
  }

  private func openPipe(_ ends: inout [Int32]) -> Int32 {
    unsafe ends.withUnsafeMutableBufferPointer {
      unsafe $0.baseAddress.map { unsafe systemPipe($0) } ?? -1
    }
  }

  private func systemPipe(_ ends: UnsafeMutablePointer<Int32>) -> Int32 {
    #if canImport(Glibc)
      unsafe Glibc.pipe(ends)
    #elseif canImport(Musl)
      Musl.pipe(ends)
    #else
      Darwin.pipe(ends)
    #endif
  }
}
