public import Sluice

/// A type that stands in JSON in one way. Elevate's `Encodable`, which in this module does not take
/// the name of Swift's.
///
/// ```swift
/// extension Avatar: SchemaEncodable {
///   var json: JSON { ["url": url.json, "width": width.json, "height": height.json] }
/// }
/// ```
public protocol SchemaEncodable {
  /// The value as owned JSON.
  ///
  /// Where collections and optionals nest more than 1024 levels, or more than the thread's stack holds,
  /// what lies deeper is `null` here; ``encoded()``, ``jsonData(_:)`` and ``jsonBytes(_:)`` throw.
  /// Properties that call each other's `json` directly are the program's own recursion.
  var json: JSON { get }
}
