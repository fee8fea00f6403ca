import Sluice

/// What a frame asks about the type of its object.
protocol DecodedTypeInfo: AnyObject {
  /// The fields that the type is known to request; nil before its first object.
  var keys: RequestedKeys? { get }

  /// Caches the fields that an `init(from:)` requested, in order.
  func learn(_ names: [String])

  /// Returns the prototype's value for a coding key; nil when it is unknown. `given` is the
  /// instance to read into, if any. `made` keeps this object's prototype for the next key.
  func initialValue(_ key: String, given: Any?, made: inout [String: Any]?) -> Any?
}

/// The fields of a type in the order in which they are requested.
struct RequestedKeys: Sendable {
  let names: [String]
  let plan: FieldPlan
}
