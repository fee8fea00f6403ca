import Foundation
import SluiceSystem

/// A server on this machine that takes connections and says nothing.
final class SilentServer {
  private let listener: FileDescriptor
  private var connections: [FileDescriptor] = []
  /// `127.0.0.1:PORT`.
  let address: String

  init() throws {
    #if canImport(Glibc)
      let type = Int32(SOCK_STREAM.rawValue)
    #else
      let type = SOCK_STREAM
    #endif
    let made = socket(AF_INET, type, 0)
    guard made >= 0 else { throw POSIXError(.init(rawValue: errno) ?? .EIO) }
    listener = FileDescriptor(rawValue: made)
    var place = sockaddr_in()
    place.sin_family = sa_family_t(AF_INET)
    place.sin_addr.s_addr = unsafe inet_addr("127.0.0.1")
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isOpen = unsafe withUnsafeMutablePointer(to: &place) {
      unsafe $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe bind(made, $0, size) == 0 && listen(made, 16) == 0
          && getsockname(made, $0, &size) == 0
      }
    }
    guard isOpen else { throw POSIXError(.init(rawValue: errno) ?? .EIO) }
    address = "127.0.0.1:\(UInt16(bigEndian: place.sin_port))"
  }

  deinit {
    for connection in connections { connection.close() }
    listener.close()
  }

  /// Waits for the next connection.
  func accept() throws {
    let made = Foundation.accept(listener.rawValue, nil, nil)
    guard made >= 0 else { throw POSIXError(.init(rawValue: errno) ?? .EIO) }
    connections.append(FileDescriptor(rawValue: made))
  }
}
