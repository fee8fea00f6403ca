import Sluice
import SluiceFeed
import SluiceImport
import SluiceSystem

/// Why a function of the C interface failed: a stable code, a text, and the number that a stream returns.
struct ScanError: Error, Sendable {
  let code: String
  let message: String
  /// The system's number that fits best.
  let number: Int32

  // The same numbers on Linux and macOS, except for ECANCELED.
  static let inputOutput: Int32 = 5
  static let outOfMemory: Int32 = 12
  static let invalidArgument: Int32 = 22
  #if canImport(Darwin)
    static let canceled: Int32 = 89
  #else
    static let canceled: Int32 = 125
  #endif

  init(_ code: String, _ message: String, number: Int32 = ScanError.inputOutput) {
    self.code = code
    self.message = message
    self.number = number
  }

  init(_ error: any Error) {
    switch error {
    case let error as ScanError: self = error
    case let error as ImportError: self.init(error.kind.description, error.message)
    case let error as TooManyBadRecords:
      self.init(ImportError.Kind.tooManyRejects.description, error.description)
    case let error as JSONError:
      self.init(
        error.code.description, "\(error)",
        number: error.code == .outOfMemory ? ScanError.outOfMemory : ScanError.inputOutput)
    case let error as SystemError: self.init(JSONError.Code.io.description, error.description)
    default: self.init("failed", "\(error)")
    }
  }

  static func badOptions(_ message: String) -> ScanError {
    ScanError("bad-options", message, number: ScanError.invalidArgument)
  }

  static let stopped = ScanError("stopped", "the run was stopped", number: ScanError.canceled)

  static let forked = ScanError(
    "forked",
    "this stream was opened before fork(), by another process: open a scan in this one",
    number: ScanError.invalidArgument)

  /// As a stream tells it.
  var text: String { "\(code): \(message)" }
}
