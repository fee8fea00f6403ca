public import Sluice

/// A type that stands in JSON in one way. Elevate's `Encodable`, which in this module does not take
/// the name of Swift's.
///
/// ```swift
/// extension Avatar: SchemaEncodable {
///   var json: JSON { ["url": url.json, "width": width.json, "height": height.json] }
/// }
/// let data = try avatars.jsonData()
/// ```
public protocol SchemaEncodable {
  /// The value as owned JSON.
  var json: JSON { get }
}
