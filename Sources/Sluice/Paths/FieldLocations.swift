import CSimdJSON

/// Finds the values at some paths in one record after another, when most records resemble earlier ones.
///
/// In a record of a known shape, the values are at known tokens, and nothing is searched: see `ShapeMemory`, which
/// ``FieldPicker`` uses for one object's fields. Any other record is walked over once.
///
/// Where several fields share a name, finds the one that counts for cursors. One thread uses it at a time, with readers
/// of a single policy for duplicate keys, because shapes are remembered with their results.
///
/// Sound because the memory has room for the table's locations, and because a shape is learned only from records in
/// which the way to the wanted values leads through containers. Those are the same in each record of the shape, while
/// scalars may differ.
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
  /// The parts of the table that walks use; `table` owns them. Nil if every record takes the slow path.
  private let start: FieldTable.Start?
  private let memory: ShapeMemory
  private let inner: [Inner]
  /// The most locations that are found without the slow path.
  private static let most = 4096

  /// The table takes nulls at all paths.
  ///
  /// If `remembersShapes` is false, walks over every record, which is right for parts of records. If the table has no
  /// paths, or too many, every record takes the slow path.
  package init(_ table: FieldTable, remembersShapes: Bool = true) {
    let isUsed = (2...FieldLocations.most).contains(table.locationCount)
    self.table = table
    start = isUsed ? table.start : nil
    inner = unsafe table.nodes.indices.dropFirst().compactMap { location in
      let node = unsafe table.nodes[location]
      return node.children.isEmpty
        ? nil : Inner(location: location, takesArray: !node.elements.isEmpty)
    }
    memory = ShapeMemory(
      locationCount: isUsed ? table.locationCount : 1, levels: FieldLocations.levels(of: table),
      remembersShapes: remembersShapes && isUsed, ofRecords: true)
  }

  /// The number of steps of the longest path.
  private static func levels(of table: FieldTable) -> Int {
    var steps = unsafe Array(repeating: 0, count: table.nodes.count)
    // Children come after their parents.
    for location in unsafe table.nodes.indices {
      for child in unsafe table.nodes[location].children { steps[Int(child)] = steps[location] + 1 }
    }
    return steps.max() ?? 0
  }

  /// The locations: tokens, or `UInt32.max` for missing values. Valid until the next call. Returns nil if the record must
  /// take the slow path: it is not an object, has a fault, has a wanted key twice where that is refused, or has
  /// another value where a container is expected.
  ///
  /// Cost: some nanoseconds for a record like an earlier one; for any other, one walk over its fields.
  @inline(__always)
  package func find(in record: JSONPosition) -> UnsafePointer<UInt32>? {
    unsafe find(in: record, record.context.pointee.duplicateKeys)
  }

  /// The same under a policy for duplicate keys, always the same one.
  @inline(__always)
  func find(in record: JSONPosition, _ policy: DuplicateKeys) -> UnsafePointer<UInt32>? {
    if record.byte == Byte.openBrace, memory.recall(record) || search(record, policy) {
      return unsafe UnsafePointer(memory.locations)
    }
    return nil
  }

  /// The shapes of earlier records, for a loop in C that reads many records; nil if they are not remembered.
  package var picker: OpaquePointer? { unsafe memory.shapes }

  /// The wanted fields, by level, with which that loop searches records of other shapes; nil if every record takes the
  /// slow path. Valid as long as the table.
  package var levels: UnsafeMutablePointer<csj_fields>? { unsafe start?.fields }

  /// The number of locations.
  package var locationCount: Int { table.locationCount }

  /// Walks over an object of unknown shape, and learns the shape.
  @inline(never)
  private func search(_ record: JSONPosition, _ policy: DuplicateKeys) -> Bool {
    guard let start else { return false }
    let locations = unsafe memory.locations
    var walk = unsafe FieldWalk(
      start, of: record, locations: locations, policy, stopsAtWanted: false)
    do throws(JSONError) {
      while try walk.next() {}
    } catch {
      return false
    }
    var hasShape = true
    for place in inner {
      let token = unsafe locations[place.location]
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
    var last = finishLocations(of: record) ?? walk.close
    if policy != .firstWins { last = walk.close }
    if hasShape { memory.learn(record, tokens: last &+ 1 &- record.token) }
    return true
  }

  /// Replaces the 0 that a walk leaves for missing values. Returns the last located token, if nothing is missing.
  private func finishLocations(of record: JSONPosition) -> UInt32? {
    let locations = unsafe memory.locations
    var (last, hasAll) = (record.token, true)
    unsafe locations[0] = record.token
    for i in 1..<table.locationCount {
      if unsafe locations[i] == 0 || locations[i] == .max {
        unsafe locations[i] = .max
        hasAll = false
      } else {
        last = unsafe max(last, locations[i])
      }
    }
    return hasAll ? last : nil
  }
}
