/// A struct or final class with a table of its properties: explicit, and the fastest way.
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
/// The same table is used for writing: its names, and nothing else. A field that is missing, `null`
/// or can't be converted keeps its value from `init()`.
public protocol JSONPropertyMapped: JSONObjectCreatable {
  /// The table of properties. Make it a `static let`, because it is compiled each time it is
  /// created.
  static var jsonProperties: JSONProperties<Self> { get }
}
