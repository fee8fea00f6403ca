import Sluice

/// Where a search writes what it logs.
///
/// ```swift
/// let log = SearchLogSink { message in logger.log(message.level, message.text) }
/// let parser = AccountParser(logLevel: .logMandatoryFields, log: log)
/// ```
///
/// With swift-log the closure is
/// `{ logger.log(level: .init(rawValue: $0.level.rawValue) ?? .error, "\($0.text)") }`. It is called
/// on whatever thread searches, in the order of the text.
public struct SearchLogSink: Sendable {
  /// Takes one message.
  public let write: @Sendable (SearchMessage) -> Void

  /// A sink of your own.
  public init(_ write: @escaping @Sendable (SearchMessage) -> Void) { self.write = write }

  /// Writes to the standard error stream, a message at a time. The default; a stream that takes
  /// nothing is left alone.
  public static let standardError =
    SearchLogSink(descriptor: DescriptorText.standardError)

  package init(descriptor: Int32) {
    self.init { message in DescriptorText.write("\(message)\n", to: descriptor) }
  }
}
