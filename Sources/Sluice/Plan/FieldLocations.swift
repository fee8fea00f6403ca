import CSimdJSON

/// Finds the values at some paths in one record after another, when most records resemble earlier ones.
///
/// In a record of a known shape, the values are at known tokens, and nothing is searched. (``FieldPicker`` does this
/// for one object's fields. csj_pick.h says why it is right for any search that inspects only tokens and keys,
/// including those inside other objects.) Any other record is walked over once.
///
/// Where several fields share a name, finds the one that counts for cursors. One thread uses it at a time, with readers
/// of a single policy for duplicate keys, because shapes are remembered with their results.
///
/// Sound because `locations` has room for the table's locations rounded up to 8, as csj_pick takes it, and is freed with this;
/// and because a shape is learned only from records in which the way to the wanted values leads through containers.
/// Those are the same in each record of the shape, while scalars may differ.
///
/// A struct: an object can hold one and use it without counting references.
package struct FieldLocations: ~Copyable {
  /// A container on the way to a wanted value.
  private struct Inner: BitwiseCopyable {
    let location: Int
    /// Whether the path may lead through an array.
    let takesArray: Bool
  }

  private let table: FieldTable
  /// The parts of the table that walks use; `table` owns them.
  private let start: FieldTable.Start
  private let shapes: OpaquePointer?
  private let locations: UnsafeMutablePointer<UInt32>
  private let inner: [Inner]

  private let isEmpty: Bool

  /// `places` receives each path's location. At most 65,534 different steps. Without paths, every record takes the slow
  /// path.
  ///
  /// If `remembersShapes` is false, walks over every record, which is right for parts of records.
  package init(_ paths: [FieldPath], remembersShapes: Bool = true, places: inout [Int]) {
    table = FieldTable(paths, takingNull: Set(paths.indices), locations: &places)
    start = table.start
    isEmpty = paths.isEmpty
    let room = (table.locationCount + 7) & ~7
    locations = .allocate(capacity: room)
    locations.initialize(repeating: .max, count: room)
    inner = table.inner.map { Inner(location: $0.location, takesArray: $0.takesArray) }
    shapes =
      remembersShapes && !paths.isEmpty
      ? csj_picker_create(UInt32(truncatingIfNeeded: table.locationCount)) : nil
  }

  deinit {
    csj_picker_destroy(shapes)
    locations.deallocate()
  }

  /// The locations: tokens, or `UInt32.max` for missing values. Valid until the next call. Returns nil if the record must
  /// take the slow path: it is not an object, has a fault, has a wanted key twice where that is refused, or has
  /// another value where a container is expected.
  ///
  /// Cost: some nanoseconds for a record like an earlier one; for any other, one walk over its fields.
  @inline(__always)
  package func find(in record: JSONPosition) -> UnsafePointer<UInt32>? {
    let index = record.index
    if let shapes, let kinds = index.pointee.kinds, record.byte == Byte.openBrace,
      csj_pick(
        shapes, index.pointee.bytes, index.pointee.tokens, kinds, record.token,
        index.pointee.end, locations)
    {
      return UnsafePointer(locations)
    }
    return search(record) ? UnsafePointer(locations) : nil
  }

  /// Walks over a record of unknown shape, and learns the shape.
  @inline(never)
  private func search(_ record: JSONPosition) -> Bool {
    let index = record.index
    guard !isEmpty, record.byte == Byte.openBrace else { return false }
    let policy = record.context.pointee.duplicateKeys
    var walk = FieldWalk(start, of: record, locations: locations, policy, stopsAtWanted: false)
    do throws(JSONError) {
      while try walk.next() {}
    } catch {
      return false
    }
    var hasShape = true
    for place in inner {
      let token = locations[place.location]
      if token == 0 { continue }
      // A null, which is treated as missing.
      if token == .max {
        hasShape = false
        continue
      }
      let byte = record.byte(at: token)
      if byte == Byte.openBrace || (byte == Byte.openBracket && place.takesArray) { continue }
      guard record.at(token).isNull else { return false }
      hasShape = false
    }
    record.leaveHint(container: record.token, token: walk.close)
    // Only if the first field counts, what follows the last wanted value does not matter.
    var last = finishNotes(of: record) ?? walk.close
    if policy != .firstWins { last = walk.close }
    if hasShape, let shapes, let kinds = index.pointee.kinds {
      csj_pick_learn(
        shapes, index.pointee.bytes, index.pointee.tokens, kinds, record.token, index.pointee.end,
        locations, last &+ 1 &- record.token)
    }
    return true
  }

  /// Replaces the 0 that a walk leaves for missing values. Returns the last located token, if nothing is missing.
  private func finishNotes(of record: JSONPosition) -> UInt32? {
    var (last, hasAll) = (record.token, true)
    locations[0] = record.token
    for i in 1..<max(start.locationCount, 1) {
      if locations[i] == 0 || locations[i] == .max {
        locations[i] = .max
        hasAll = false
      } else {
        last = max(last, locations[i])
      }
    }
    return hasAll ? last : nil
  }
}
