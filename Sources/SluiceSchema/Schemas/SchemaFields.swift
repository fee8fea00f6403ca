public import Sluice

/// The fields of a typed schema while they are declared. See ``Schema/init(_:_:)``.
///
/// Key paths are dotted; see <doc:KeyPaths>. `null` is the same as a missing field; a value of
/// another kind is an error, also in an optional field.
public final class SchemaFields {
  @usableFromInline var layout = FieldLayout()
  @usableFromInline var planFields: [PlanField] = []
  @usableFromInline var properties: [TypedRecord.Property] = []

  @usableFromInline init() {}

  /// A field that each payload must have.
  @inlinable
  public func required<Mapping: JSONMapping>(
    _ keyPath: String, _ mapping: Mapping
  ) -> FieldSlot<Mapping.Value> {
    add(keyPath, mapping, of: Mapping.Value.self, isRequired: true, absent: nil) {
      try mapping.value(from: $0)
    }
  }

  /// A field that may be missing or `null`: nil then.
  @inlinable
  public func optional<Mapping: JSONMapping>(
    _ keyPath: String, _ mapping: Mapping
  ) -> FieldSlot<Mapping.Value?> {
    add(
      keyPath, mapping, of: Mapping.Value?.self, isRequired: false,
      absent: { $0.initialize(to: nil) },
      read: { try mapping.value(from: $0) })
  }

  /// A field that may be missing or `null`: the default then.
  @inlinable
  public func optional<Mapping: JSONMapping>(
    _ keyPath: String, _ mapping: Mapping,
    default value: @autoclosure @escaping @Sendable () -> Mapping.Value
  ) -> FieldSlot<Mapping.Value> {
    add(
      keyPath, mapping, of: Mapping.Value.self, isRequired: false,
      absent: { $0.initialize(to: value()) },
      read: { try mapping.value(from: $0) })
  }

  @inlinable
  func add<Mapping: JSONMapping, Value>(
    _ keyPath: String, _ mapping: Mapping, of type: Value.Type, isRequired: Bool,
    absent: (@Sendable (UnsafeMutablePointer<Value>) throws -> Void)?,
    read: @escaping @Sendable (JSONCursor) throws -> Value
  ) -> FieldSlot<Value> {
    let name = PropertyName(keyPath)
    let field = PlanField(
      name.first, else: name.second, of: Value.self, in: &layout, absent: absent, read: read)
    planFields.append(field)
    properties.append(
      TypedRecord.Property(
        name: name, type: Mapping.Value.self, isRequired: isRequired,
        describe: { $0.describe(mapping) }))
    return FieldSlot(offset: field.offset, owner: layout.owner)
  }
}
