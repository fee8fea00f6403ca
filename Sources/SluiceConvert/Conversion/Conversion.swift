public import Foundation
import Sluice
import SluiceFoundation

/// What all conversions share: who hears of failures, and how dates are written.
public enum Conversion {
  /// Hears of each conversion that failed, on the thread that converts, before `<--` goes on.
  public typealias FailureHandler = @Sendable (ConversionFailure) -> Void

  /// Who hears of failures, unless ``withFailureHandler(_:_:)`` says otherwise; nil: nobody.
  ///
  /// At first ``logToStandardError`` in debug builds, as in JSONHelper, and nobody in others.
  public static var failureHandler: FailureHandler? {
    get { settings.withLock { $0.failureHandler } }
    set { settings.withLock { $0.failureHandler = newValue } }
  }

  /// Calls `body`, in which (and in whose tasks) failures go to `handler` only.
  @discardableResult
  public static func withFailureHandler<R>(
    _ handler: @escaping FailureHandler, _ body: () throws -> R
  ) rethrows -> R {
    try $scopedHandler.withValue(handler) { try body() }
  }

  /// How `<--` reads dates from strings and writes them to strings, where no format is given and
  /// ``withDateFormatter(_:_:)`` says nothing else. Nil, as at first: ISO 8601 with a time zone
  /// (RFC 3339).
  ///
  /// A formatter that is set must not be changed any more: several threads may use it.
  public static var dateFormatter: DateFormatter? {
    get { settings.withLock { $0.dateFormatter } }
    set { settings.withLock { $0.dateFormatter = newValue } }
  }

  /// Calls `body`, in which (and in whose tasks) dates go by `formatter`.
  @discardableResult
  public static func withDateFormatter<R>(
    _ formatter: DateFormatter, _ body: () throws -> R
  ) rethrows -> R {
    try $scopedFormatter.withValue(formatter) { try body() }
  }

  @TaskLocal private static var scopedHandler: FailureHandler?
  @TaskLocal private static var scopedFormatter: DateFormatter?

  private struct Settings {
    var failureHandler: FailureHandler?
    var dateFormatter: DateFormatter?
  }

  private static let settings: Guarded<Settings> = {
    #if DEBUG
      Guarded(Settings(failureHandler: logToStandardError))
    #else
      Guarded(Settings())
    #endif
  }()

  /// Who hears of failures here and now.
  static var currentHandler: FailureHandler? { scopedHandler ?? failureHandler }

  private static var currentFormatter: DateFormatter? { scopedFormatter ?? dateFormatter }

  /// The date as JSON, by the formatter that is set.
  static func json(of date: Date) throws -> JSON {
    if let formatter = currentFormatter { return try DateFormat.json(date, formatter) }
    return try JSON(date)
  }

  /// The date in a text, by the formatter that is set.
  static func date(in text: String) -> Date? {
    if let formatter = currentFormatter { return formatter.date(from: text) }
    return JSON.string(text).date()
  }
}
