import Sluice
import SluiceSystem

/// Where a search writes what it logs.
///
/// ```swift
/// let log = SearchLogSink { message in logger.log(message.level, message.text) }
/// let parser = AccountParser(logLevel: .logMandatoryFields, log: log)
/// ```
///
/// With swift-log the closure is
/// `{ logger.log(level: .init(rawValue: $0.level.rawValue) ?? .error, "\($0.text)") }`. It is
/// called on the thread that searches, in the order of the text.
public struct SearchLogSink: Sendable {
  /// Takes one message.
  public let write: @Sendable (Message) -> Void

  /// Creates a sink that calls a closure.
  public init(_ write: @escaping @Sendable (Message) -> Void) { self.write = write }

  /// The default: writes to the standard error stream, one message at a time. Ignores write errors.
  public static let standardError =
    SearchLogSink(descriptor: FileDescriptor.standardError.rawValue)

  package init(descriptor: Int32) {
    self.init { message in FileDescriptor(rawValue: descriptor).writeLog("\(message)\n") }
  }
}
