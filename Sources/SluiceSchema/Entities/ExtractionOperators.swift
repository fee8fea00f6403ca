precedencegroup DictionaryExtractionPrecedence {
  associativity: left
  higherThan: NilCoalescingPrecedence
}

infix operator <-! : DictionaryExtractionPrecedence
infix operator <-? : DictionaryExtractionPrecedence
infix operator <--! : DictionaryExtractionPrecedence
infix operator <--? : DictionaryExtractionPrecedence

/// The value of a required property.
///
/// A property that the schema does not have, one that is missing, and a value of another type are
/// mistakes in the program, and end it; ``SchemaEntity/value(_:as:)`` throws instead.
@inlinable
public func <-! <T>(entity: SchemaEntity, keyPath: String) -> T {
  guard let value = entity.withSlot(keyPath, { $0.value(as: T.self) }) else {
    entity.stop(keyPath, T.self)
  }
  return value
}

/// The value of an optional property; nil when there is none, or it is of another type.
@inlinable
public func <-? <T>(entity: SchemaEntity, keyPath: String) -> T? {
  entity.withSlot(keyPath) { $0.value(as: T.self) }
}

/// The values of a required array; an empty array when there is none. Elements of another type are
/// a mistake in the program, and end it.
@inlinable
public func <--! <T>(entity: SchemaEntity, keyPath: String) -> [T] {
  guard let values = entity.withSlot(keyPath, { $0.value(as: [T].self) }) else {
    guard entity.contains(keyPath) else { return [] }
    entity.stop(keyPath, [T].self)
  }
  return values
}

/// The values of an optional array; nil when there is none, or its elements are of another type.
@inlinable
public func <--? <T>(entity: SchemaEntity, keyPath: String) -> [T]? {
  entity.withSlot(keyPath) { $0.value(as: [T].self) }
}

extension SchemaEntity {
  @usableFromInline @inline(never)
  func stop(_ keyPath: String, _ type: Any.Type) -> Never {
    fatalError(missing(keyPath, type).failureReason)
  }
}
