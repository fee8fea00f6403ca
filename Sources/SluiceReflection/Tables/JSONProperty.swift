import Sluice

/// A property of a type, and its field in JSON. See ``JSONPropertyMapped``.
public struct JSONProperty<Root>: Sendable {
  let name: String
  let takesNull: Bool
  let read: @Sendable (JSONPosition, ReadSession, inout Root) throws -> Void
  /// Reads the value, to be set later; nil when the JSON can't be converted.
  let prepare: @Sendable (JSONPosition, ReadSession) throws -> ((inout Root) -> Void)?
  let value: @Sendable (Root) -> Any

  /// Creates a property that `reader` reads.
  init<Value>(
    _ name: String, _ property: WritableKeyPath<Root, Value> & Sendable,
    _ reader: ValueReader<Value>
  ) {
    self.name = name
    takesNull = reader.takesNull
    read = { position, session, root in
      if let value = try reader.read(position, session) { root[keyPath: property] = value }
    }
    prepare = { position, session in
      guard let value = try reader.read(position, session) else { return nil }
      return { root in root[keyPath: property] = value }
    }
    value = { root in root[keyPath: property] }
  }

  /// Writes the property's value, or nothing if it is left out.
  func write(_ root: Any, _ out: inout ReflectionOutput) throws {
    if let root = root as? Root { try out.write(value(root)) }
  }
}
