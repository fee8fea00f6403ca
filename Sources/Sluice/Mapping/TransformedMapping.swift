/// A mapping whose value is made of another mapping's. ``JSONMapping/map(_:)``.
public struct TransformedMapping<Base: JSONMapping, Value>: JSONMapping {
  /// The mapping that reads.
  public let base: Base
  /// Makes the value of what was read.
  public let transform: @Sendable (Base.Value) throws -> Value

  @inlinable
  public init(_ base: Base, _ transform: @escaping @Sendable (Base.Value) throws -> Value) {
    self.base = base
    self.transform = transform
  }

  @inlinable
  public func value(from cursor: JSONCursor) throws -> Value {
    try transform(try base.value(from: cursor))
  }
}

extension JSONMapping {
  /// A mapping that makes another value of this one's. What `transform` throws comes out.
  @inlinable
  public func map<T>(
    _ transform: @escaping @Sendable (Value) throws -> T
  ) -> TransformedMapping<Self, T> {
    TransformedMapping(self, transform)
  }
}
