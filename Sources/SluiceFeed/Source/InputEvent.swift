package import Sluice
import SluiceSystem

/// What reading an input yields instead of bytes. Only ``failed(_:)`` is an error; the others are
/// events, and the input can be read again after them.
///
/// The name is that of the source that was read.
package enum InputEvent: Error {
  /// The feed is to stop, and reading would have had to wait.
  case stopped(_ name: String)
  /// Nothing new came for a while, and the reader asked to be told.
  case quiet(_ name: String)
  /// More bytes must be delivered from outside.
  case starved(_ name: String)
  /// The source is an archive, whose files are read instead: see `ByteSource.openArchive`.
  case archive(_ name: String)
  case failed(JSONError)

  /// The reason of the error that a stop is for callers that have no use for events: its last words.
  package static let stopReason = "the reading was stopped"

  /// The error for callers that have no use for events.
  package var asError: JSONError {
    switch self {
    case .failed(let error): error
    case .stopped(let name): InputEvent.io(name, InputEvent.stopReason)
    case .quiet(let name): InputEvent.io(name, "nothing new has come")
    case .starved(let name): InputEvent.io(name, "more is to come")
    case .archive(let name):
      JSONError(
        .unsupportedEncoding, at: 0,
        name:
          "an archive (\(name)), whose files are read one by one only by feeds of whole sources:"
          + " unpack it first")
    }
  }

  /// Whether it says only that more bytes have not come. In a feed it is the value `FramingStep.needsMore`: see
  /// `ByteSource.readAvailable`.
  var isWait: Bool {
    switch self {
    case .quiet, .starved: true
    case .failed, .stopped, .archive: false
    }
  }

  /// Makes a call for a caller that has no use for events.
  package static func asErrors<R>(_ call: @autoclosure () throws(InputEvent) -> R) throws(JSONError)
    -> R
  {
    do throws(InputEvent) { return try call() } catch { throw error.asError }
  }

  /// Makes a call that knows no events: its errors are failures of the input.
  package static func asFailures<R>(
    _ call: @autoclosure () throws(JSONError) -> R
  ) throws(InputEvent) -> R {
    do throws(JSONError) { return try call() } catch { throw .failed(error) }
  }

  /// Makes a call of the system for the source of this name.
  package static func naming<R>(
    _ name: String, _ call: () throws(SystemError) -> R
  ) throws(InputEvent) -> R {
    do throws(SystemError) { return try call() } catch {
      throw .failed(JSONError(error, name: name))
    }
  }

  private static func io(_ name: String, _ reason: String) -> JSONError {
    JSONError(.io, at: 0, name: name, reason: reason)
  }
}
