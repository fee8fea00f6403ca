import Sluice
import SluiceSystem

extension Conversion {
  /// A handler that writes each failure's description to standard error, one line each.
  ///
  /// ```swift
  /// Conversion.failureHandler = Conversion.logToStandardError
  /// ```
  public static let logToStandardError: FailureHandler = log(
    to: FileDescriptor.standardError.rawValue)

  /// Returns a handler that writes each failure's description to a file descriptor: one line each,
  /// in one call of `write`. Ignores write errors.
  public static func log(to fileDescriptor: Int32) -> FailureHandler {
    return { failure in
      FileDescriptor(rawValue: fileDescriptor).writeLog(failure.description + "\n")
    }
  }
}
