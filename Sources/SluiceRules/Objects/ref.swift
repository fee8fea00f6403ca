/// Holds a value while its fields are bound: what the bind closures of a ``StructRule`` change.
///
/// ```swift
/// StructRule(ref(Folder())).expect("name", StringRule) { $0.value.name = $1 }
/// ```
public final class ref<T> {
  /// Not checked for overlapping accesses: a binding is one assignment. (That the check is off is
  /// known in this module only; the accessors below carry it into others.)
  @exclusivity(unchecked) @usableFromInline var held: T

  @inlinable public init(_ value: T) { held = value }

  /// The value.
  @inlinable
  public var value: T {
    @inline(__always) _read { yield held }
    @inline(__always) _modify { yield &held }
  }
}
