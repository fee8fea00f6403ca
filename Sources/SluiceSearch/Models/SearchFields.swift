public import Sluice

/// Declares the fields of a search. See ``Search/init(_:_:)``.
///
/// A name with dots is the name of one field first. When the object has no such field, it is the
/// path of a nested value: `address.city`, `tags.0`. Mappings are exact: `.int` does not read text.
/// `JSONMapping.loose(_:)` converts.
public final class SearchFields {
  @usableFromInline var layout = FieldLayout()
  @usableFromInline var planFields: [PlanField] = []
  @usableFromInline var names: [(name: String, isMandatory: Bool)] = []

  @usableFromInline init() {}

  /// Declares a field that an object must have to be a model. It must not be null.
  @inlinable
  public func mandatory<Mapping: JSONMapping>(
    _ name: String, _ mapping: Mapping
  ) -> FieldSlot<Mapping.Value> {
    let paths = SearchFields.paths(name)
    return unsafe add(
      name, true, PlanField(paths.first, else: paths.second, by: mapping, in: &layout, absent: nil))
  }

  /// Declares a field that is nil when it is missing, null or unreadable.
  @inlinable
  public func optional<Mapping: JSONMapping>(
    _ name: String, _ mapping: Mapping
  ) -> FieldSlot<Mapping.Value?> {
    let paths = SearchFields.paths(name)
    return add(
      name, false, PlanField(paths.first, else: paths.second, orNilBy: mapping, in: &layout))
  }

  /// Declares a field that has the default when it is missing, null or unreadable.
  @inlinable
  public func optional<Mapping: JSONMapping>(
    _ name: String, _ mapping: Mapping,
    default value: @autoclosure @escaping @Sendable () -> Mapping.Value
  ) -> FieldSlot<Mapping.Value> {
    let paths = SearchFields.paths(name)
    return unsafe add(
      name, false,
      PlanField(
        paths.first, else: paths.second, by: mapping, in: &layout,
        absent: { unsafe $0.initialize(to: value()) }))
  }

  @inlinable
  func add<Value>(
    _ name: String, _ isMandatory: Bool, _ field: PlanField
  ) -> FieldSlot<Value> {
    planFields.append(field)
    names.append((name, isMandatory))
    return FieldSlot(offset: field.offset, owner: layout.owner)
  }

  @usableFromInline
  static func paths(_ name: String) -> (first: FieldPath, second: FieldPath?) {
    let keys = JSONKeyPath(name).keys
    guard keys.count > 1 else { return (FieldPath([.name(keys.first ?? name)]), nil) }
    return (FieldPath([.key(name)]), FieldPath(keys.map { .name($0) }))
  }
}
