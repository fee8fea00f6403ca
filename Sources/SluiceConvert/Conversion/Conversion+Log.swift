#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

extension Conversion {
  /// A handler that writes each failure's description to standard error, a line each.
  ///
  /// ```swift
  /// Conversion.failureHandler = Conversion.logToStandardError
  /// ```
  public static let logToStandardError: FailureHandler = log(to: 2)

  /// A handler that writes each failure's description to a file descriptor, a line each, in one
  /// call of `write`. What can't be written is lost.
  public static func log(to fileDescriptor: Int32) -> FailureHandler {
    return { failure in
      var line = failure.description + "\n"
      line.withUTF8 { bytes in
        var rest = UnsafeRawBufferPointer(bytes)
        while !rest.isEmpty {
          let written = write(fileDescriptor, rest.baseAddress, rest.count)
          if written < 0, errno == EINTR { continue }
          guard written > 0 else { return }
          rest = UnsafeRawBufferPointer(rebasing: rest[written...])
        }
      }
    }
  }
}
