extension JSONProperty {
  /// Creates a property of any type that converts from JSON.
  public init<Value>(_ name: String, _ property: WritableKeyPath<Root, Value> & Sendable) {
    self.init(name, property, ValueReaders.shared.reader(of: Value.self))
  }
}
