import Sluice

extension Conversion {
  /// Converts the JSON at `cursor`. On failure notifies the handler and returns nil.
  @inlinable
  static func value<C: Convertible>(_ type: C.Type, of cursor: JSONCursor) -> C? {
    do {
      if let value = try C.convert(from: cursor) { return value }
      if !cursor.isNull { report(ConversionError.invalidValue, of: cursor, to: type) }
    } catch {
      report(error, of: cursor, to: type)
    }
    return nil
  }

  /// Converts a Swift value. On failure notifies the handler and returns nil.
  @inlinable
  static func value<C: Convertible, V>(_ type: C.Type, of value: V?) -> C? {
    guard let value else { return nil }
    if let view = view(in: value) { return self.value(type, of: view) }
    do {
      if let converted = try C.convert(fromValue: value) { return converted }
      reportUnlessNil(value, to: type)
    } catch {
      report(error, of: value, to: type)
    }
    return nil
  }

  /// The same for an element or entry of a collection; `place` identifies it.
  static func value<C: Convertible, V>(
    _ type: C.Type, of value: V, at place: () -> String
  ) -> C? {
    if let view = view(in: value) { return self.value(type, of: view) }
    do {
      if let converted = try C.convert(fromValue: value) { return converted }
      reportUnlessNil(value, to: type, at: place())
    } catch {
      report(error, of: value, to: type, at: place())
    }
    return nil
  }

  @usableFromInline @inline(never)
  static func report(_ error: any Error, of cursor: JSONCursor, to target: Any.Type) {
    guard let handler = currentHandler else { return }
    handler(Failure(error, of: cursor, to: target))
  }

  @usableFromInline @inline(never)
  static func report(
    _ error: any Error, of value: Any, to target: Any.Type, at place: String = ""
  ) {
    guard let handler = currentHandler else { return }
    handler(Failure(error, of: value, to: target, at: place))
  }

  /// Returns whether a value represents nothing: nil in an `Any`, `NSNull`, `null`.
  static func isNil(_ value: Any) -> Bool {
    do { return try JSON(scalar: value) == nil } catch { return false }
  }

  /// Reports a conversion that returned nil, unless there was nothing to convert.
  @usableFromInline @inline(never)
  static func reportUnlessNil(_ value: Any, to target: Any.Type, at place: String = "") {
    if isNil(value) { return }
    report(ConversionError.invalidValue, of: value, to: target, at: place)
  }
}
