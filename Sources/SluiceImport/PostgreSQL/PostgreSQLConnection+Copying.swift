import CPostgreSQL

/// What a COPY sends, and its results. Each call may wait for the server.
extension PostgreSQLConnection {
  /// Sends bytes. False: the connection is lost, or the server has ended the COPY.
  func put(_ bytes: UnsafeRawBufferPointer) -> Bool {
    guard let start = unsafe bytes.baseAddress?.assumingMemoryBound(to: CChar.self) else {
      return true
    }
    var done = 0
    while done < bytes.count {
      // A piece's length is an Int32, and one row may be longer than that.
      let count = min(bytes.count - done, 1 << 30)
      let isSent = watch.during {
        unsafe cpq_putCopyData(handle, start + done, Int32(count)) == 1
      }
      guard isSent else { return false }
      done += count
    }
    return true
  }

  /// Ends the rows. `failure`: tells the server to discard them. False: as for `put`.
  func endCopy(_ failure: String? = nil) -> Bool {
    watch.during { unsafe cpq_putCopyEnd(handle, failure) } == 1
  }

  /// The current statement's first result; drops those after it.
  func conclude() -> PostgreSQLResult {
    let first = unsafe next() ?? PostgreSQLResult(nil)
    var last = first
    // A COPY that could not be ended would be the next result for ever.
    while last.status != CPQ_COPY_IN, let more = next() { last = more }
    return first
  }
}
