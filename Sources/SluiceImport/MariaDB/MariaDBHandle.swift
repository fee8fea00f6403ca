import CMariaDB
import SluiceSystem

/// Owns a connection of libmariadb, and makes it on whichever thread may wait for the server.
///
/// Sound because it closes the connection when nothing refers to it any more, and the pointer is used by one thread at a
/// time: that which made it until it has ended, and its connection's after that.
@safe
final class MariaDBHandle: Sendable {
  /// Nil: there was no memory for it.
  nonisolated(unsafe) let pointer: OpaquePointer?
  /// Why there is no connection, in words that may hold secrets; nil: there is one.
  let fault: String?
  private let address: MariaDBAddress

  init(_ address: MariaDBAddress) {
    self.address = address
    guard let opened = unsafe cmy_init(nil) else {
      (unsafe pointer, fault) = (nil, nil)
      return
    }
    unsafe pointer = unsafe opened
    unsafe MariaDBHandle.setOptions(of: opened, address)
    let words = [address.host, address.user, address.password, address.database, address.socket]
    let isConnected = unsafe CStrings.with(words) { words in
      unsafe cmy_real_connect(
        opened, words[0], words[1], words[2], words[3], address.port, words[4],
        UInt(CMY_FOUND_ROWS)) != nil
    }
    fault =
      unsafe isConnected
      ? nil : cmy_error(opened).map { unsafe String(cString: $0) } ?? "no reason given"
  }

  deinit { if let pointer = unsafe pointer { unsafe cmy_close(pointer) } }

  /// Watches its calls. The server is asked to end a statement by another connection.
  func watch(_ waits: SinkWaits) -> ServerWatch {
    let (address, number) = unsafe (address, cmy_thread_id(pointer))
    return unsafe ServerWatch(waits, socket: FileDescriptor(rawValue: cmy_get_socket(pointer))) {
      let other = MariaDBHandle(address)
      guard other.fault == nil, let pointer = unsafe other.pointer else { return }
      var statement = "KILL QUERY \(number)"
      // Where that fails, the connection is cut off.
      _ = statement.withUTF8 { text in
        unsafe text.withMemoryRebound(to: CChar.self) { text in
          unsafe text.baseAddress.map { unsafe cmy_real_query(pointer, $0, UInt(text.count)) }
        }
      }
    }
  }

  fileprivate static func setOptions(of handle: OpaquePointer, _ address: MariaDBAddress) {
    var timeout: UInt32 = 20
    var local: UInt32 = 1
    unsafe withUnsafeBytes(of: &timeout) {
      _ = unsafe cmy_options(handle, UInt32(CMY_CONNECT_TIMEOUT), $0.baseAddress)
    }
    unsafe withUnsafeBytes(of: &local) {
      _ = unsafe cmy_options(handle, UInt32(CMY_LOCAL_INFILE), $0.baseAddress)
    }
    if address.port != 0, address.socket == nil {
      // The library would take the usual socket for `localhost`, whatever the port.
      var protocolType = UInt32(CMY_PROTOCOL_TCP)
      unsafe withUnsafeBytes(of: &protocolType) {
        _ = unsafe cmy_options(handle, UInt32(CMY_PROTOCOL), $0.baseAddress)
      }
    }
    unsafe CStrings.with(["client", "utf8mb4", address.certificates]) { words in
      // Two of the options are texts; the third is one only where it is given.
      _ = unsafe cmy_options(handle, UInt32(CMY_READ_DEFAULT_GROUP), words[0])
      _ = unsafe cmy_options(handle, UInt32(CMY_CHARSET_NAME), words[1])
      if let file = unsafe words[2] {
        _ = unsafe cmy_options(handle, UInt32(CMY_CERTIFICATE_AUTHORITIES), file)
      }
    }
    guard address.requiresTLS else { return }
    var isOn: CChar = 1
    unsafe withUnsafeBytes(of: &isOn) {
      _ = unsafe cmy_options(handle, UInt32(CMY_TLS_REQUIRED), $0.baseAddress)
      if address.certificates != nil {
        _ = unsafe cmy_options(handle, UInt32(CMY_VERIFY_SERVER), $0.baseAddress)
      }
    }
  }
}
