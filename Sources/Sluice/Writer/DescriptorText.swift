#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Writes text to a file descriptor such as standard error, for logs.
package enum DescriptorText {
  package static var standardError: Int32 { STDERR_FILENO }

  /// Writes the text, usually in one call, so that lines of several threads do not mix. What the descriptor does not
  /// accept is lost: an unreadable log is no reason to fail.
  package static func write(_ text: String, to descriptor: Int32) {
    var text = text
    text.withUTF8 { bytes in
      var rest = UnsafeRawBufferPointer(bytes)
      while let start = rest.baseAddress, !rest.isEmpty {
        #if canImport(Glibc)
          let written = Glibc.write(descriptor, start, rest.count)
        #elseif canImport(Musl)
          let written = Musl.write(descriptor, start, rest.count)
        #else
          let written = Darwin.write(descriptor, start, rest.count)
        #endif
        if written < 0, errno == EINTR { continue }
        guard written > 0 else { return }
        rest = UnsafeRawBufferPointer(rebasing: rest[written...])
      }
    }
  }
}
