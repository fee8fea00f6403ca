import CSimdJSON

/// The shapes of earlier records, each with the tokens of the wanted values: in a record like an earlier one, nothing
/// is searched.
///
/// If a record's brackets, separators and keys equal those of an earlier one, up to the last wanted value, its values
/// are at the same tokens. (The idea is that of Mison, Li et al., VLDB 2017; csj_pick.h explains why the result is that
/// of a search.) One thread uses it at a time, with readers of a single policy for duplicate keys, because a shape is
/// remembered with its result.
///
/// Sound because `locations` has room for the wanted values rounded up to 8, as csj_pick takes it, and is freed with
/// this.
@usableFromInline
@safe
package struct ShapeMemory: ~Copyable {
  /// The tokens of the wanted values, by location; `UInt32.max` for missing values.
  @usableFromInline package let locations: UnsafeMutablePointer<UInt32>
  /// Nil if shapes are not remembered.
  @usableFromInline let shapes: OpaquePointer?

  /// Takes up to 150 KB if it remembers shapes, 600 KB for those of whole records: some 5 KB for each. `levels`: how
  /// deep the objects with wanted values are nested at most; 1 is the record itself.
  package init(locationCount: Int, levels: Int, remembersShapes: Bool, ofRecords: Bool) {
    let room = (locationCount + 7) & ~7
    unsafe locations = .allocate(capacity: room)
    unsafe locations.initialize(repeating: .max, count: room)
    unsafe shapes =
      unsafe remembersShapes
      ? csj_picker_create(
        UInt32(truncatingIfNeeded: locationCount), UInt32(clamping: levels), ofRecords)
      : nil
  }

  deinit {
    unsafe csj_picker_destroy(shapes)
    unsafe locations.deallocate()
  }

  /// Whether the object is like an earlier one: its wanted values are then at `locations`.
  @inlinable @inline(__always)
  package func recall(_ object: JSONPosition) -> Bool {
    let index = unsafe object.index
    guard let shapes = unsafe shapes, let kinds = unsafe index.pointee.kinds else { return false }
    return unsafe csj_pick(
      shapes, index.pointee.bytes, index.pointee.tokens, kinds, object.token, index.pointee.end,
      locations)
  }

  /// Remembers the shape of an object whose values were found. `tokens` counts those of its tokens on which the result
  /// depends.
  package func learn(_ object: JSONPosition, tokens: UInt32) {
    let index = unsafe object.index
    guard let shapes = unsafe shapes, let kinds = unsafe index.pointee.kinds else { return }
    unsafe csj_pick_learn(
      shapes, index.pointee.bytes, index.pointee.tokens, kinds, object.token, index.pointee.end,
      locations, tokens)
  }

  func forget() {
    if let shapes = unsafe shapes { unsafe csj_picker_forget(shapes) }
  }
}
