public import Sluice

/// A type with a JSON representation. This is Elevate's `Encodable`; in this module it leaves
/// Swift's name alone.
///
/// ```swift
/// extension Avatar: SchemaEncodable {
///   var json: JSON { ["url": url.json, "width": width.json, "height": height.json] }
/// }
/// ```
public protocol SchemaEncodable {
  /// The value as owned JSON.
  ///
  /// Where collections and optionals nest more than 1024 levels, or more than the thread's stack
  /// holds, deeper values are `null` here; `encoded()`, `jsonData(_:)` and `jsonBytes(_:)`
  /// throw. Properties that call each other's `json` directly recurse without this limit.
  var json: JSON { get }
}
