/// Holds a value while its fields are bound: what the bind closures of a ``StructRule`` change.
///
/// ```swift
/// StructRule(ref(Folder())).expect("name", StringRule) { $0.value.name = $1 }
/// ```
public final class ref<T> {
  /// The value. (Not checked for overlapping accesses: a binding is one assignment.)
  @exclusivity(unchecked) public var value: T

  @inlinable public init(_ value: T) { self.value = value }
}
