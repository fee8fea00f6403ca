#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

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
  public static let standardError = SearchLogSink(descriptor: STDERR_FILENO)

  package init(descriptor: Int32) {
    self.init { message in
      var text = "\(message)\n"
      text.withUTF8 { bytes in
        var rest = UnsafeRawBufferPointer(bytes)
        while !rest.isEmpty {
          let count = systemWrite(descriptor, rest.baseAddress, rest.count)
          if count < 0, errno == EINTR { continue }
          guard count > 0 else { return }
          rest = UnsafeRawBufferPointer(rebasing: rest[count...])
        }
      }
    }
  }
}

private func systemWrite(
  _ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int
) -> Int {
  #if canImport(Glibc)
    Glibc.write(descriptor, bytes, count)
  #elseif canImport(Musl)
    Musl.write(descriptor, bytes, count)
  #else
    Darwin.write(descriptor, bytes, count)
  #endif
}
