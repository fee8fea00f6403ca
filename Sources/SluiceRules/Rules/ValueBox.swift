/// Holds a value while its fields are bound. The bind closures of a ``StructRule`` change it.
///
/// ```swift
/// let rule = StructRule(ValueBox(Folder())).expect("name", .string) { $0.value.name = $1 }
/// ```
public final class ValueBox<T> {
  /// Not checked for overlapping accesses: a binding is one assignment. Only this module knows that
  /// the check is off; the accessors below carry that into other modules.
  @exclusivity(unchecked) @usableFromInline var storage: T

  @inlinable public init(_ value: T) { unsafe storage = value }

  /// The value.
  @inlinable
  public var value: T {
    @inline(__always) _read { yield unsafe storage }
    @inline(__always) _modify { yield unsafe &storage }
  }
}
