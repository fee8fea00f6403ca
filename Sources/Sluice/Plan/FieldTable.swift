import CSimdJSON

/// The places of a record that a plan reads, compiled for one walk: a flat tree of names.
///
/// ```
/// ["id"]               location 1     record ─┬─ id
/// ["actor", "login"]   location 3             ├─ actor (location 2) ─── login
/// ["commits", 0]       location 5             └─ commits (location 4) ─── [0]
/// ```
///
/// A walk goes through the record once, in the document's order, and records the location of each wanted value; see `walk`.
/// Made once and used by any number of threads: it never changes, except for the guess which name to try first.
///
/// Sound because the memory is filled in the initialiser and freed in `deinit`, and each walk's owner holds the table.
@usableFromInline
package final class FieldTable: @unchecked Sendable {
  /// What is wanted of one value, in addition to the names of `fields`.
  struct Level {
    /// Ascending.
    var elements: [Element]
    /// The locations of everything below this level.
    var locations: [UInt32]
    /// The names as given, in the order of the level's `csj_fields`: for keys that are not plain.
    var names: [String]
  }

  struct Element {
    let index: Int
    let location: UInt32
    let below: Int32
    let takesNull: Bool
  }

  /// The parts of the table that a walk uses, without holding the table.
  struct Start {
    let fields: UnsafeMutablePointer<csj_fields>
    let levels: UnsafeMutablePointer<Level>
    let locationCount: Int
  }

  /// How many locations a walk takes; the first is the record's own and always empty.
  @usableFromInline package let locationCount: Int
  /// The wanted names of a value that is an object, by level.
  let fields: UnsafeMutableBufferPointer<csj_fields>
  let levels: UnsafeMutableBufferPointer<Level>
  private let names: UnsafeMutableBufferPointer<csj_name>
  private let text: UnsafeMutableBufferPointer<UInt8>

  /// Compiles the paths. `locations` receives each path's location; two equal paths share one. An empty path is location 0, the
  /// record itself. `takingNull`: the numbers of the paths at which a null is located like any other value.
  package init(_ paths: [FieldPath], takingNull: Set<Int> = [], locations: inout [Int]) {
    var tree = FieldTree()
    locations = paths.enumerated().map { tree.add($1, takesNull: takingNull.contains($0)) }
    locationCount = tree.locationCount
    text = .allocate(capacity: tree.textSize)
    text.initialize(repeating: 0)
    names = .allocate(capacity: tree.nameCount)
    fields = .allocate(capacity: tree.levelCount)
    levels = .allocate(capacity: tree.levelCount)
    tree.flatten(fields, levels, names, text)
  }

  /// Valid as long as the table is held.
  var start: Start {
    Start(fields: fields.baseAddress!, levels: levels.baseAddress!, locationCount: locationCount)
  }

  /// The locations of the values that contain wanted values, and whether the path may go on with an array's element.
  var inner: [(location: Int, takesArray: Bool)] {
    zip(fields, levels).flatMap { fields, level in
      let named = (0..<Int(fields.count)).map { i in
        (Int(fields.names![i].location), fields.names![i].below)
      }
      return named + level.elements.map { (Int($0.location), $0.below) }
    }
    .filter { $1 >= 0 }
    .map { location, below in (location, !levels[Int(below)].elements.isEmpty) }
  }

  deinit {
    levels.deinitialize()
    levels.deallocate()
    fields.deallocate()
    names.deallocate()
    text.deallocate()
  }
}
