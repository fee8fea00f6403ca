/// The fields that a ``FieldPicker`` found in an object, valid until the picker is used again.
///
/// Sound because the compiler keeps it from outliving the picker's next use and the object's document.
@safe
public struct PickedFields<Field>: ~Escapable
where Field: CaseIterable & RawRepresentable, Field.RawValue == String {
  @usableFromInline let object: JSONPosition
  @usableFromInline let locations: UnsafePointer<UInt32>
  @usableFromInline let ordinals: UnsafePointer<UInt32>

  /// Sound because the caller states that it lives no longer than the picker is left alone, which owns the locations and
  /// the ordinals, and no longer than the object's document.
  @inlinable @inline(__always)
  @_lifetime(immortal)
  init(object: JSONPosition, locations: UnsafePointer<UInt32>, ordinals: UnsafePointer<UInt32>) {
    self.object = object
    unsafe self.locations = unsafe locations
    unsafe self.ordinals = unsafe ordinals
  }

  /// The value of the field. O(1). Throws `missing-field`.
  @inlinable @inline(__always)
  public subscript(field: Field) -> JSONCursor {
    @_lifetime(copy self)
    get throws(JSONError) {
      let token = token(of: field)
      guard token != .max else { throw missing(field) }
      let cursor = JSONCursor(unchecked: object.at(token))
      return unsafe _overrideLifetime(cursor, copying: self)
    }
  }

  /// The value of the field, or nil when the object has none. O(1).
  @inlinable @inline(__always)
  public subscript(ifPresent field: Field) -> JSONCursor? {
    @_lifetime(copy self)
    get {
      let token = token(of: field)
      guard token != .max else { return nil }
      let cursor = JSONCursor(unchecked: object.at(token))
      return unsafe _overrideLifetime(cursor, copying: self)
    }
  }

  @inlinable @inline(__always)
  func token(of field: Field) -> UInt32 {
    unsafe locations[Int(ordinals[FieldPicker<Field>.byte(of: field)])]
  }

  @usableFromInline @inline(never)
  func missing(_ field: Field) -> JSONError {
    JSONError(.missingField, at: object.offset, name: field.rawValue)
  }
}
