/// A field of a plan: where its value is found, and how it gets into its slot.
///
/// The closures are made where the field's types are known, so that they are specialised there. They take raw memory,
/// so that one piece of code reads plans of any types.
///
/// Sound because a plan calls `read` and `absent` on a slot that is not initialised and aligned for
/// `Value`, and `destroy` on one that is.
@usableFromInline
@safe
package final class PlanField: Sendable {
  @usableFromInline package let path: FieldPath
  /// The path to use if there is nothing at `path`.
  @usableFromInline package let fallback: FieldPath?
  /// Reads the value at the position into the slot.
  @usableFromInline package let read:
    @Sendable (JSONPosition, UnsafeMutableRawPointer) throws -> Void
  /// Fills the slot of a field that is missing or null.
  @usableFromInline package let absent: @Sendable (UnsafeMutableRawPointer) throws -> Void
  /// Whether a field that is missing or null has a value.
  @usableFromInline package let hasAbsent: Bool
  /// Destroys the value in the slot; nil if there is nothing to do.
  @usableFromInline package let destroy: (@Sendable (UnsafeMutableRawPointer) -> Void)?
  /// Whether a null is read like any other value; otherwise it counts as missing.
  @usableFromInline package let takesNull: Bool
  /// Where its slot begins in a frame.
  @usableFromInline package let offset: Int

  /// A field whose value a closure reads. Takes room for it in `layout`. If `absent` is nil, a field that is missing or
  /// null has no value.
  @inlinable
  package convenience init<Value>(
    _ path: FieldPath, else fallback: FieldPath? = nil, of type: Value.Type,
    in layout: inout FieldLayout, takesNull: Bool = false,
    absent: (@Sendable (UnsafeMutablePointer<Value>) throws -> Void)?,
    read: @escaping @Sendable (JSONCursor) throws -> Value
  ) {
    unsafe self.init(path, fallback, &layout, takesNull, absent) { position, slot in
      unsafe slot.initializeMemory(as: Value.self, to: try read(JSONCursor(unchecked: position)))
    }
  }

  /// A field whose value a mapping reads directly, without the cost of a closure in between.
  @inlinable
  package convenience init<Mapping: JSONMapping>(
    _ path: FieldPath, else fallback: FieldPath? = nil, by mapping: Mapping,
    in layout: inout FieldLayout, takesNull: Bool = false,
    absent: (@Sendable (UnsafeMutablePointer<Mapping.Value>) throws -> Void)?
  ) {
    unsafe self.init(path, fallback, &layout, takesNull, absent) { position, slot in
      unsafe slot.initializeMemory(
        as: Mapping.Value.self, to: try mapping.value(from: JSONCursor(unchecked: position)))
    }
  }

  /// A field whose value a mapping reads, and that is nil if it is missing or null.
  @inlinable
  package convenience init<Mapping: JSONMapping>(
    _ path: FieldPath, else fallback: FieldPath? = nil, orNilBy mapping: Mapping,
    in layout: inout FieldLayout, takesNull: Bool = false
  ) {
    unsafe self.init(
      path, fallback, &layout, takesNull,
      { (slot: UnsafeMutablePointer<Mapping.Value?>) in unsafe slot.initialize(to: nil) }
    ) { position, slot in
      unsafe slot.initializeMemory(
        as: Mapping.Value?.self, to: try mapping.value(from: JSONCursor(unchecked: position)))
    }
  }

  @inlinable
  init<Value>(
    _ path: FieldPath, _ fallback: FieldPath?, _ layout: inout FieldLayout, _ takesNull: Bool,
    _ absent: (@Sendable (UnsafeMutablePointer<Value>) throws -> Void)?,
    read: @escaping @Sendable (JSONPosition, UnsafeMutableRawPointer) throws -> Void
  ) {
    self.path = path
    self.fallback = fallback
    self.takesNull = takesNull
    unsafe self.read = unsafe read
    if let absent = unsafe absent {
      unsafe self.absent = { slot in try unsafe absent(slot.assumingMemoryBound(to: Value.self)) }
    } else {
      unsafe self.absent = { _ in }
    }
    hasAbsent = unsafe absent != nil
    if _isPOD(Value.self) {
      unsafe destroy = nil
    } else {
      unsafe destroy = { slot in
        _ = unsafe slot.assumingMemoryBound(to: Value.self).deinitialize(count: 1)
      }
    }
    offset = layout.place(
      size: MemoryLayout<Value>.size, alignment: MemoryLayout<Value>.alignment)
  }
}
