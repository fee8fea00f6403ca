public import Foundation
import Sluice
import SluiceFoundation
import SluiceSystem

/// Settings that all conversions share: the failure handler, and the date format.
public enum Conversion {
  /// Receives each failed conversion, on the thread that converts, before `<--` continues.
  public typealias FailureHandler = @Sendable (Failure) -> Void

  /// The handler of failures, unless ``withFailureHandler(_:_:)`` sets another; nil for no handler.
  ///
  /// The default is ``logToStandardError`` in debug builds, as in JSONHelper, and nil in others.
  public static var failureHandler: FailureHandler? {
    get { settings.withLock { $0.failureHandler } }
    set { settings.withLock { $0.failureHandler = newValue } }
  }

  /// Calls `body`. Failures in it and in its tasks go to `handler` only.
  @discardableResult
  public static func withFailureHandler<R>(
    _ handler: @escaping FailureHandler, _ body: () throws -> R
  ) rethrows -> R {
    try $scopedHandler.withValue(handler) { try body() }
  }

  /// Reads dates from strings and writes them to strings, unless `<--` has a format or
  /// ``withDateFormatter(_:_:)`` sets another formatter. Nil, the default, means ISO 8601 with a
  /// time zone (RFC 3339).
  ///
  /// Do not change a formatter after setting it: several threads may use it.
  public static var dateFormatter: DateFormatter? {
    get { settings.withLock { $0.dateFormatter } }
    set { settings.withLock { $0.dateFormatter = newValue } }
  }

  /// Calls `body`. Dates in it and in its tasks are read and written by `formatter`.
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

  private static let settings: LockedValue<Settings> = {
    #if DEBUG
      LockedValue(Settings(failureHandler: logToStandardError))
    #else
      LockedValue(Settings())
    #endif
  }()

  /// The handler that is in effect here.
  static var currentHandler: FailureHandler? { scopedHandler ?? failureHandler }

  private static var currentFormatter: DateFormatter? { scopedFormatter ?? dateFormatter }

  /// Returns the date as JSON, with the current formatter.
  static func json(of date: Date) throws -> JSON {
    if let formatter = currentFormatter { return try DateFormat.json(date, formatter) }
    return try JSON(date)
  }

  /// Returns the date in a text, with the current formatter.
  static func date(in text: String) -> Date? {
    if let formatter = currentFormatter { return formatter.date(from: text) }
    return JSON.string(text).date()
  }
}
