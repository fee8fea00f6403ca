import SluiceSystem

/// The writers of all types, each made once.
final class ValueWriters: Sendable {
  private let known = LockedValue<[ObjectIdentifier: ValueWriter]>([:])
  private let make: @Sendable (Any.Type, ValueWriters) -> ValueWriter

  /// `make` chooses the writer of a type.
  init(_ make: @escaping @Sendable (Any.Type, ValueWriters) -> ValueWriter) { self.make = make }

  /// Returns the writer of a dynamic type.
  func writer(of type: Any.Type) -> ValueWriter {
    let key = ObjectIdentifier(type)
    if let writer = known.withLock({ $0[key] }) { return writer }
    // Two threads may each make one: both are the same.
    let writer = make(type, self)
    known.withLock { $0[key] = writer }
    return writer
  }
}
