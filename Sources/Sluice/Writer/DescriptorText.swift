#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Text for a file descriptor such as standard error: what logs are written by.
package enum DescriptorText {
  package static var standardError: Int32 { STDERR_FILENO }

  /// Writes the text, in one call as a rule, so that lines of several threads do not mix. What the
  /// descriptor does not take is lost: a log that nobody can read is no reason to fail.
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
