#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Sockets of this machine, which have paths (unix(7)).
package enum LocalSocket {
  /// Listens at a path for connections. Takes the place of a socket there that no process listens at any
  /// more; throws where anything else has the name.
  package static func listen(at path: String) throws(SystemError) -> FileDescriptor {
    let made = try make(.stream)
    do throws(SystemError) {
      do throws(SystemError) {
        try call(.bind, made, path)
      } catch {
        guard error.code == .addressInUse, isLeftover(path) else { throw error }
        FileSystem.remove(path)
        try call(.bind, made, path)
      }
      guard systemListen(made.rawValue) == 0 else { throw .last(.make, path: path) }
      return made
    } catch {
      made.close()
      throw error
    }
  }

  /// Waits for the next connection, whose reads and writes end after a few seconds.
  package static func accept(at listener: FileDescriptor) throws(SystemError) -> FileDescriptor {
    while true {
      let made = systemAccept(listener.rawValue)
      if made >= 0 {
        _ = fcntl(made, F_SETFD, FD_CLOEXEC)
        var limit = timeval(tv_sec: 5, tv_usec: 0)
        let size = socklen_t(MemoryLayout<timeval>.size)
        unsafe setsockopt(made, SOL_SOCKET, SO_RCVTIMEO, &limit, size)
        unsafe setsockopt(made, SOL_SOCKET, SO_SNDTIMEO, &limit, size)
        return FileDescriptor(rawValue: made)
      }
      let code = Errno.last
      if code != .interrupted { throw SystemError(.open, code) }
    }
  }

  /// Sends one message to a socket for messages. `@` at the start of a path stands for NUL: a name that is
  /// not in the file system, as Linux has them.
  package static func send(_ message: String, to path: String) throws(SystemError) {
    let made = try make(.datagram)
    defer { made.close() }
    try call(.connect, made, path)
    var message = message
    let result: Result<Void, SystemError> = message.withUTF8 { bytes in
      do throws(SystemError) {
        return .success(try unsafe made.write(UnsafeRawBufferPointer(bytes), waitsForRoom: false))
      } catch {
        return .failure(error)
      }
    }
    try result.get()
  }

  private enum Form { case stream, datagram }
  private enum Call { case bind, connect }

  private static func make(_ form: Form) throws(SystemError) -> FileDescriptor {
    #if canImport(Glibc)
      let type = Int32((form == .stream ? SOCK_STREAM : SOCK_DGRAM).rawValue)
    #else
      let type = form == .stream ? SOCK_STREAM : SOCK_DGRAM
    #endif
    let made = socket(AF_UNIX, type, 0)
    guard made >= 0 else { throw .last(.make) }
    _ = fcntl(made, F_SETFD, FD_CLOEXEC)
    return FileDescriptor(rawValue: made)
  }

  /// Whether a path leads to a socket that no process listens at.
  private static func isLeftover(_ path: String) -> Bool {
    var status = stat()
    guard unsafe lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFSOCK else {
      return false
    }
    guard let probe = try? make(.stream) else { return false }
    defer { probe.close() }
    do throws(SystemError) {
      try call(.connect, probe, path)
      return false
    } catch {
      return error.code == .connectionRefused
    }
  }

  private static func call(
    _ call: Call, _ descriptor: FileDescriptor, _ path: String
  ) throws(SystemError) {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    var name = Array(path.utf8)
    guard !name.contains(0) else { throw SystemError(.open, .nulInPath, path: path) }
    if name.first == UInt8(ascii: "@") { name[0] = 0 }
    // A byte stays for the terminator.
    guard !name.isEmpty, name.count < MemoryLayout.size(ofValue: address.sun_path) else {
      throw SystemError(.open, .nameTooLong, path: path)
    }
    unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: name) }
    let offset = MemoryLayout<sockaddr_un>.offset(of: \.sun_path) ?? 2
    // A name outside the file system ends with its length, a path with a NUL.
    let size = socklen_t(offset + name.count + (name[0] == 0 ? 0 : 1))
    let result = unsafe withUnsafePointer(to: &address) { address in
      unsafe address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        switch call {
        case .bind: unsafe systemBind(descriptor.rawValue, address, size)
        case .connect: unsafe systemConnect(descriptor.rawValue, address, size)
        }
      }
    }
    guard result == 0 else { throw .last(.open, path: path) }
  }
}

// Calls of the C library by names that the methods don't hide.

private func systemBind(
  _ descriptor: Int32, _ address: UnsafePointer<sockaddr>, _ size: socklen_t
) -> Int32 { unsafe bind(descriptor, address, size) }

private func systemConnect(
  _ descriptor: Int32, _ address: UnsafePointer<sockaddr>, _ size: socklen_t
) -> Int32 { unsafe connect(descriptor, address, size) }

private func systemListen(_ descriptor: Int32) -> Int32 { listen(descriptor, 8) }

private func systemAccept(_ descriptor: Int32) -> Int32 { accept(descriptor, nil, nil) }
