#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

extension FileDescriptor {
  /// Reads up to `room.count` bytes; 0 at the end.
  package func read(into room: UnsafeMutableRawBufferPointer) throws(SystemError) -> Int {
    while true {
      let count = unsafe systemRead(rawValue, room)
      if count >= 0 { return count }
      let code = Errno.last
      if code != .interrupted { throw SystemError(.read, code) }
    }
  }

  /// The same, but a signal ends a wait: throws `interrupted`.
  package func readOnce(into room: UnsafeMutableRawBufferPointer) throws(SystemError) -> Int {
    let count = unsafe systemRead(rawValue, room)
    guard count >= 0 else { throw .last(.read) }
    return count
  }

  /// Reads from an offset in a regular file, without moving its position. May be called from any thread.
  package func read(
    into room: UnsafeMutableRawBufferPointer, at offset: Int64
  ) throws(SystemError) -> Int {
    while true {
      let count = unsafe pread(rawValue, room.baseAddress, room.count, off_t(offset))
      if count >= 0 { return count }
      let code = Errno.last
      if code != .interrupted { throw SystemError(.read, code) }
    }
  }

  /// Up to `count` bytes of a regular file, fewer at its end. The position does not move.
  package func bytes(at offset: Int64, count: Int) throws(SystemError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    var done = 0
    while done < count {
      let got = try unsafe bytes.withUnsafeMutableBufferPointer { (all) throws(SystemError) in
        try unsafe read(
          into: UnsafeMutableRawBufferPointer(UnsafeMutableBufferPointer(rebasing: all[done...])),
          at: offset + Int64(done))
      }
      if got == 0 { break }
      done += got
    }
    bytes.removeLast(count - done)
    return bytes
  }

  /// Writes all bytes.
  ///
  /// `waitsForRoom`: waits for a reader where a descriptor doesn't block; otherwise throws then.
  package func write(
    _ bytes: UnsafeRawBufferPointer, waitsForRoom: Bool = true
  ) throws(SystemError) {
    var left = unsafe bytes
    while unsafe !left.isEmpty {
      let written = unsafe systemWrite(rawValue, left)
      if written >= 0 {
        unsafe left = unsafe UnsafeRawBufferPointer(rebasing: left[written...])
        continue
      }
      let code = Errno.last
      if code == .interrupted || code.wouldBlock && waitsForRoom && Polling.waitForRoom(in: self) {
        continue
      }
      throw SystemError(.write, code)
    }
  }

  /// Writes a text, usually in one call, so that lines of several threads do not mix. What is not accepted
  /// is lost: an unreadable log is no reason to fail.
  package func writeLog(_ text: String) {
    var text = text
    text.withUTF8 { try? unsafe write(UnsafeRawBufferPointer($0), waitsForRoom: false) }
  }
}
