import CSimdJSON

/// Finds where the values at some paths stand, in one record after another that is mostly like those
/// before it.
///
/// A record of a shape that is known has them at the same tokens, and nothing is looked for (see
/// ``FieldPicker``, which does this for one object's fields; csj_pick.h says why it is right, and says it of
/// any search that looks at tokens and keys only, those inside of other objects too). Any other record is
/// gone over once.
///
/// Where several fields share a name, it finds the one that counts for cursors. One thread uses it at a
/// time, with readers of one policy for duplicate keys: shapes are remembered with what was found in
/// them.
///
/// Sound because `notes` has room for the table's notes rounded up to 8, as csj_pick takes it, and is
/// freed with this; and because a shape is learned only of records in which the way to what is wanted
/// leads through containers: those are the same in each record of the shape, where scalars may differ.
///
/// No object: an object can hold one and use it without counting references.
package struct FieldNotes: ~Copyable {
  /// A container on the way to something that is wanted.
  private struct Inner: BitwiseCopyable {
    let note: Int
    /// Whether the way may lead through an array.
    let takesArray: Bool
  }

  private let table: FieldTable
  /// What walks take of the table, which this holds.
  private let start: FieldTable.Start
  private let shapes: OpaquePointer?
  private let notes: UnsafeMutablePointer<UInt32>
  private let inner: [Inner]

  private let isEmpty: Bool

  /// `places` says for each path which of the notes is its own. At most 65,534 different steps. Without paths
  /// every record takes a careful look.
  ///
  /// `remembersShapes` false: every record is gone over, as is right for what is a part of a record.
  package init(_ paths: [FieldPath], remembersShapes: Bool = true, places: inout [Int]) {
    table = FieldTable(paths, takingNull: Set(paths.indices), notes: &places)
    start = table.start
    isEmpty = paths.isEmpty
    let room = (table.noteCount + 7) & ~7
    notes = .allocate(capacity: room)
    notes.initialize(repeating: .max, count: room)
    inner = table.inner.map { Inner(note: $0.note, takesArray: $0.takesArray) }
    shapes =
      remembersShapes && !paths.isEmpty
      ? csj_picker_create(UInt32(truncatingIfNeeded: table.noteCount)) : nil
  }

  deinit {
    csj_picker_destroy(shapes)
    notes.deallocate()
  }

  /// The notes: tokens, `UInt32.max` where there is nothing. There until the next call. Nil: the record
  /// takes a careful look, as it is no object, has a fault, a wanted key twice where that is refused, or
  /// a value in whose place a container is wanted.
  ///
  /// Cost: some nanoseconds for a record like one before it; of another, each field is gone over once.
  @inline(__always)
  package func find(in record: JSONPosition) -> UnsafePointer<UInt32>? {
    let index = record.index
    if let shapes, let kinds = index.pointee.kinds, record.byte == Byte.openBrace,
      csj_pick(
        shapes, index.pointee.bytes, index.pointee.tokens, kinds, record.token,
        index.pointee.end, notes)
    {
      return UnsafePointer(notes)
    }
    return search(record) ? UnsafePointer(notes) : nil
  }

  /// Goes over a record whose shape is not known, and learns it.
  @inline(never)
  private func search(_ record: JSONPosition) -> Bool {
    let index = record.index
    guard !isEmpty, record.byte == Byte.openBrace else { return false }
    let policy = index.pointee.duplicateKeys
    var walk = FieldWalk(start, of: record, notes: notes, policy, stopsAtWanted: false)
    do throws(JSONError) {
      while try walk.next() {}
    } catch {
      return false
    }
    var hasShape = true
    for place in inner {
      let token = notes[place.note]
      if token == 0 { continue }
      // A null, which is as good as nothing.
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
    // Only where the first counts, what follows the last that is wanted does not matter.
    var last = finishNotes(of: record) ?? walk.close
    if policy != .firstWins { last = walk.close }
    if hasShape, let shapes, let kinds = index.pointee.kinds {
      csj_pick_learn(
        shapes, index.pointee.bytes, index.pointee.tokens, kinds, record.token, index.pointee.end,
        notes, last &+ 1 &- record.token)
    }
    return true
  }

  /// A walk leaves 0 where there is nothing. Answers the last token that is noted, when all are.
  private func finishNotes(of record: JSONPosition) -> UInt32? {
    var (last, hasAll) = (record.token, true)
    notes[0] = record.token
    for i in 1..<max(start.noteCount, 1) {
      if notes[i] == 0 || notes[i] == .max {
        notes[i] = .max
        hasAll = false
      } else {
        last = max(last, notes[i])
      }
    }
    return hasAll ? last : nil
  }
}
