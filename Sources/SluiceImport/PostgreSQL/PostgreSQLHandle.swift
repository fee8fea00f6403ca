import CPostgreSQL
import SluiceSystem

/// Owns a connection of libpq, and makes it on whichever thread may wait for the server.
///
/// Sound because it closes the connection when nothing refers to it any more, and the pointer is used by one thread at a
/// time: that which made it until it has ended, and its connection's after that.
@safe
final class PostgreSQLHandle: Sendable {
  /// Nil: there was no memory for it.
  nonisolated(unsafe) let pointer: OpaquePointer?

  init(_ words: [(String, String)]) {
    unsafe pointer = unsafe CStrings.with(words.map { $0.0 } + [nil]) { keys in
      unsafe CStrings.with(words.map { $0.1 } + [nil]) { values in
        unsafe cpq_connectdbParams(keys, values, 1)
      }
    }
  }

  deinit { unsafe cpq_finish(pointer) }

  /// Watches its calls. The server is asked to cancel a statement by a connection of its own.
  func watch(_ waits: SinkWaits) -> ServerWatch {
    let canceller = PostgreSQLCanceller(of: self)
    return unsafe ServerWatch(waits, socket: FileDescriptor(rawValue: cpq_socket(pointer))) {
      canceller.cancel()
    }
  }
}

/// Cancels the statements of a connection, which need not be open any more.
///
/// Sound because libpq lets any thread use it, and it has copies of what it needs.
@safe
private final class PostgreSQLCanceller: Sendable {
  private nonisolated(unsafe) let pointer: OpaquePointer?

  init(of handle: PostgreSQLHandle) { unsafe pointer = unsafe cpq_getCancel(handle.pointer) }

  deinit { unsafe cpq_freeCancel(pointer) }

  func cancel() {
    guard let pointer = unsafe pointer else { return }
    unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { reason in
      // Where it can't be asked, the connection is cut off.
      _ = unsafe cpq_cancel(pointer, reason.baseAddress, Int32(reason.count))
    }
  }
}
