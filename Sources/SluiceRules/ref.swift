public final class ref<T> {
  @exclusivity(unchecked) public var value: T
  @inlinable public init(_ value: T) { self.value = value }
}
