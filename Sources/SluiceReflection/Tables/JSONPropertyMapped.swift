/// A struct or final class whose properties stand in a table: explicit, and the fastest way.
///
/// ```swift
/// struct Reading: JSONPropertyMapped {
///   var sensor = ""
///   var celsius: Double?
///   static let jsonProperties: JSONProperties<Reading> = [
///     JSONProperty("sensor_id", \.sensor),
///     JSONProperty("temperature", \.celsius),
///   ]
/// }
/// ```
///
/// It is written by the same table: under these names, and nothing else. A field that is missing,
/// `null` or can't be converted leaves what `init()` gives.
public protocol JSONPropertyMapped: JSONObjectCreatable {
  /// Make it a `static let`: what it is made of is compiled each time it is made.
  static var jsonProperties: JSONProperties<Self> { get }
}
