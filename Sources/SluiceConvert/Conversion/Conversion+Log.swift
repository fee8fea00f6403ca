import Sluice

extension Conversion {
  /// A handler that writes each failure's description to standard error, a line each.
  ///
  /// ```swift
  /// Conversion.failureHandler = Conversion.logToStandardError
  /// ```
  public static let logToStandardError: FailureHandler = log(to: DescriptorText.standardError)

  /// A handler that writes each failure's description to a file descriptor, a line each, in one
  /// call of `write`. What can't be written is lost.
  public static func log(to fileDescriptor: Int32) -> FailureHandler {
    return { failure in
      DescriptorText.write(failure.description + "\n", to: fileDescriptor)
    }
  }
}
