/// A mapping that converts the value of another mapping: ``JSONMapping/map(_:)``.
public struct TransformedMapping<Base: JSONMapping, Value>: JSONMapping {
  /// The mapping that reads.
  public let base: Base
  /// Converts the value that was read.
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
  /// A mapping that converts this mapping's value. Errors of `transform` pass through.
  @inlinable
  public func map<T>(
    _ transform: @escaping @Sendable (Value) throws -> T
  ) -> TransformedMapping<Self, T> {
    TransformedMapping(self, transform)
  }
}
