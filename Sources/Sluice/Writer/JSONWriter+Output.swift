import SluiceSystem

extension JSONWriter {
  /// Sound because the pointer of a sink is lent by the writer for one call.
  @safe
  enum Destination {
    case memory
    case file(Int32)
    case sink((UnsafeRawBufferPointer) throws -> Void)
  }

  /// Checks that the value is complete, and hands out the rest of the buffer. A writer to memory keeps it for
  /// ``takeBytes()``.
  ///
  /// Throws `invalid-write` if something is still open or nothing was written (though `lines` may be empty); `io`.
  public mutating func finish() throws(JSONError) {
    if let failure { throw failure }
    guard place == .end || (place == .root && options.layout == .lines) else { throw misuse(.end) }
    try flush()
  }

  /// The bytes written, once the value is complete; the writer is then ready for another. Only for writers to memory;
  /// other writers have nothing left. Copies once.
  public mutating func takeBytes() throws(JSONError) -> [UInt8] {
    try finish()
    let bytes = unsafe [UInt8](out.bytes)
    reset()
    return bytes
  }

  /// The memory of the bytes written: see `OutputBuffer.takeIfLarge`.
  package mutating func takeMemory() throws(JSONError) -> UnsafeMutableRawBufferPointer? {
    try finish()
    guard let memory = unsafe out.takeIfLarge() else { return nil }
    reset()
    return unsafe memory
  }

  /// The text written, once the value is complete; the writer is then ready for another.
  public mutating func takeString() throws(JSONError) -> String {
    try finish()
    let text = unsafe String(decoding: out.bytes, as: UTF8.self)
    reset()
    return text
  }

  /// Lends the bytes that were written but not yet handed out, complete or not.
  public func withBytes<R, E: Error>(
    _ body: (UnsafeRawBufferPointer) throws(E) -> R
  ) throws(E) -> R {
    try unsafe body(out.bytes)
  }

  /// Discards the buffer and all open levels, and begins anew; the memory stays. Bytes that were handed out can't be
  /// taken back.
  public mutating func reset() {
    out.removeAll()
    levels.removeAll()
    written = WrittenFields()
    flushed = 0
    if failure == nil { place = .root }
  }

  /// Hands out what is in the buffer. Does nothing for a writer to memory, nor inside an object whose keys are sorted.
  /// Throws `io`.
  public mutating func flush() throws(JSONError) {
    if let failure { throw failure }
    guard written.firsts.isEmpty else { return }
    do throws(JSONError) {
      switch destination {
      case .memory: return
      case .file(let descriptor): try unsafe JSONWriter.write(out.bytes, to: descriptor)
      case .sink(let sink):
        guard out.count > 0 else { return }
        do {
          try unsafe sink(out.bytes)
        } catch let error as JSONError {
          throw error
        } catch {
          throw JSONError(.io, at: 0, name: "the writer's sink", reason: "\(error)")
        }
      }
    } catch {
      fail(error)
      throw error
    }
    flushed += out.count
    out.removeAll()
  }

  /// Makes every later call fail.
  mutating func fail(_ error: JSONError) {
    failure = error
    place = .failed
  }

  private static func write(
    _ bytes: UnsafeRawBufferPointer, to descriptor: Int32
  ) throws(JSONError) {
    try JSONError.naming("file descriptor \(descriptor)") { () throws(SystemError) in
      try unsafe FileDescriptor(rawValue: descriptor).write(bytes)
    }
  }
}
