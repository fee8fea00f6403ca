precedencegroup DictionaryExtractionPrecedence {
  associativity: left
  higherThan: NilCoalescingPrecedence
}

infix operator <-! : DictionaryExtractionPrecedence
infix operator <-? : DictionaryExtractionPrecedence
infix operator <--! : DictionaryExtractionPrecedence
infix operator <--? : DictionaryExtractionPrecedence

/// Returns the value of a required property.
///
/// Stops the program for a property that is missing or not in the schema, and for a value of
/// another type: these are programming errors. ``SchemaEntity/value(_:as:)`` throws instead.
@inlinable
public func <-! <T>(entity: SchemaEntity, keyPath: String) -> T {
  guard let value = entity.withSlot(keyPath, { $0.value(as: T.self) }) else {
    entity.stop(keyPath, T.self)
  }
  return value
}

/// Returns the value of an optional property; nil when it is missing or of another type.
@inlinable
public func <-? <T>(entity: SchemaEntity, keyPath: String) -> T? {
  entity.withSlot(keyPath) { $0.value(as: T.self) }
}

/// Returns the values of a required array; an empty array when it is missing. Elements of another
/// type are a programming error, and stop the program.
@inlinable
public func <--! <T>(entity: SchemaEntity, keyPath: String) -> [T] {
  guard let values = entity.withSlot(keyPath, { $0.value(as: [T].self) }) else {
    guard entity.contains(keyPath) else { return [] }
    entity.stop(keyPath, [T].self)
  }
  return values
}

/// Returns the values of an optional array; nil when it is missing or its elements are of another
/// type.
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
