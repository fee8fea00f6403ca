/// Identifies a declared field's value among ``FieldValues``.
public struct FieldSlot<Value>: Sendable {
  @usableFromInline let offset: Int
  @usableFromInline let owner: Int

  @inlinable
  package init(offset: Int, owner: Int) {
    self.offset = offset
    self.owner = owner
  }
}

/// The values of one record's fields, all read and valid. An initialiser is called with them, as in `{ Person(id:
/// $0[id], name: $0[name]) }`.
///
/// Sound because only plans make one, when each slot of the owner has a value, and the compiler keeps it from outliving
/// the call.
@safe
public struct FieldValues: ~Escapable {
  @usableFromInline let base: UnsafeRawPointer
  @usableFromInline let owner: Int

  /// Lives no longer than the frame: the caller lends it for one call.
  @inlinable
  @_lifetime(immortal)
  package init(unchecked base: UnsafeRawPointer, owner: Int) {
    unsafe self.base = unsafe base
    self.owner = owner
  }

  /// The value of a field. A slot from another record's declaration is a programming error and stops the process.
  @inlinable @inline(__always)
  public subscript<Value>(slot: FieldSlot<Value>) -> Value {
    precondition(slot.owner == owner, "the field was declared for another record")
    return unsafe (base + slot.offset).assumingMemoryBound(to: Value.self).pointee
  }
}
