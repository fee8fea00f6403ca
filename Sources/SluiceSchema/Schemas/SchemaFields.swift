public import Sluice

/// Declares the fields of a typed schema. See ``Schema/init(_:_:)``.
///
/// Key paths are dotted; see <doc:KeyPaths>. `null` is the same as a missing field. A value of
/// another kind is an error, even in an optional field.
public final class SchemaFields {
  @usableFromInline var layout = FieldLayout()
  @usableFromInline var planFields: [PlanField] = []
  @usableFromInline var properties: [TypedRecord.DeclaredProperty] = []

  @usableFromInline init() {}

  /// Declares a field that each payload must have.
  @inlinable
  public func required<Mapping: JSONMapping>(
    _ keyPath: String, _ mapping: Mapping
  ) -> FieldSlot<Mapping.Value> {
    let name = PropertyName(keyPath)
    let field = unsafe PlanField(
      name.first, else: name.second, by: mapping, in: &layout, absent: nil)
    return add(name, mapping, isRequired: true, field)
  }

  /// Declares a field that may be missing or `null`, and is nil then.
  @inlinable
  public func optional<Mapping: JSONMapping>(
    _ keyPath: String, _ mapping: Mapping
  ) -> FieldSlot<Mapping.Value?> {
    let name = PropertyName(keyPath)
    let field = PlanField(name.first, else: name.second, orNilBy: mapping, in: &layout)
    return add(name, mapping, isRequired: false, field)
  }

  /// Declares a field that may be missing or `null`, and has the default then.
  @inlinable
  public func optional<Mapping: JSONMapping>(
    _ keyPath: String, _ mapping: Mapping,
    default value: @autoclosure @escaping @Sendable () -> Mapping.Value
  ) -> FieldSlot<Mapping.Value> {
    let name = PropertyName(keyPath)
    let field = unsafe PlanField(
      name.first, else: name.second, by: mapping, in: &layout,
      absent: { unsafe $0.initialize(to: value()) })
    return add(name, mapping, isRequired: false, field)
  }

  @inlinable
  func add<Mapping: JSONMapping, Value>(
    _ name: PropertyName, _ mapping: Mapping, isRequired: Bool, _ field: PlanField
  ) -> FieldSlot<Value> {
    planFields.append(field)
    properties.append(
      TypedRecord.DeclaredProperty(
        name: name, type: Mapping.Value.self, isRequired: isRequired,
        describe: { $0.describe(mapping) }))
    return FieldSlot(offset: field.offset, owner: layout.owner)
  }
}
