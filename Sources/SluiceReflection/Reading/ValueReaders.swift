import SluiceSystem

/// The readers of all types, each made once. Readers of containers and objects find here what reads
/// their contents.
final class ValueReaders: Sendable {
  private let known = LockedValue<[ObjectIdentifier: any AnyValueReader]>([:])
  private let make: @Sendable (Any.Type, ValueReaders) -> any AnyValueReader

  /// `make` chooses the reader of a type.
  init(_ make: @escaping @Sendable (Any.Type, ValueReaders) -> any AnyValueReader) {
    self.make = make
  }

  /// Returns the reader of a type that is known only at run time.
  func any(_ type: Any.Type) -> any AnyValueReader {
    let key = ObjectIdentifier(type)
    if let reader = known.withLock({ $0[key] }) { return reader }
    // Two threads may each make one: both are the same.
    let reader = make(type, self)
    known.withLock { $0[key] = reader }
    return reader
  }

  func reader<Value>(of type: Value.Type) -> ValueReader<Value> {
    let reader = any(type)
    if let reader = reader as? ValueReader<Value> { return reader }
    return ValueReader(takesNull: reader.takesNull) { position, session in
      try reader.readAny(position, session) as? Value
    }
  }
}
