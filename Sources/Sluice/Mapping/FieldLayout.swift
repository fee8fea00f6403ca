import Synchronization

/// Assigns the slots of a record's fields in a frame while the fields are declared.
@usableFromInline
package struct FieldLayout: Sendable {
  /// Distinguishes the slots of one record from those of another.
  @usableFromInline package let owner: Int
  /// The bytes that the slots take.
  @usableFromInline package private(set) var size = 0

  private static let owners = Atomic(0)

  @usableFromInline
  package init() {
    owner = FieldLayout.owners.add(1, ordering: .relaxed).newValue
  }

  /// Reserves room for one more value and returns where it begins.
  @usableFromInline
  package mutating func place(size: Int, alignment: Int) -> Int {
    precondition(alignment <= ScratchStack.alignment, "a field's value is aligned to 16 at most")
    let offset = (self.size + alignment - 1) & ~(alignment - 1)
    self.size = offset + size
    return offset
  }
}
