import CSimdJSON

/// The places of a record that a plan reads, compiled for one walk: a flat tree of names.
///
/// ```
/// ["id"]               note 1     record ─┬─ id
/// ["actor", "login"]   note 3             ├─ actor (note 2) ─── login
/// ["commits", 0]       note 5             └─ commits (note 4) ─── [0]
/// ```
///
/// A walk goes through the record once, in the document's order, and notes the token of each wanted value; see `walk`.
/// Made once and used by any number of threads: it never changes, except for the guess which name to try first.
///
/// Sound because the memory is filled in the initialiser and freed in `deinit`, and each walk's owner holds the table.
@usableFromInline
package final class FieldTable: @unchecked Sendable {
  /// What is wanted of one value, in addition to the names of `fields`.
  struct Level {
    /// Ascending.
    var elements: [Element]
    /// The notes of everything below this level.
    var notes: [UInt32]
    /// The names as given, in the order of the level's `csj_fields`: for keys that are not plain.
    var names: [String]
  }

  struct Element {
    let index: Int
    let note: UInt32
    let below: Int32
    let takesNull: Bool
  }

  /// The parts of the table that a walk uses, without holding the table.
  struct Start {
    let fields: UnsafeMutablePointer<csj_fields>
    let levels: UnsafeMutablePointer<Level>
    let noteCount: Int
  }

  /// How many notes a walk takes; the first is the record's own and always empty.
  @usableFromInline package let noteCount: Int
  /// The wanted names of a value that is an object, by level.
  let fields: UnsafeMutableBufferPointer<csj_fields>
  let levels: UnsafeMutableBufferPointer<Level>
  private let names: UnsafeMutableBufferPointer<csj_name>
  private let text: UnsafeMutableBufferPointer<UInt8>

  /// Compiles the paths. `notes` receives each path's note; two equal paths share one. An empty path is note 0, the
  /// record itself. `takingNull`: the numbers of the paths at which a null is noted like any other value.
  package init(_ paths: [FieldPath], takingNull: Set<Int> = [], notes: inout [Int]) {
    var tree = FieldTree()
    notes = paths.enumerated().map { tree.add($1, takesNull: takingNull.contains($0)) }
    noteCount = tree.noteCount
    text = .allocate(capacity: tree.textSize)
    text.initialize(repeating: 0)
    names = .allocate(capacity: tree.nameCount)
    fields = .allocate(capacity: tree.levelCount)
    levels = .allocate(capacity: tree.levelCount)
    tree.flatten(fields, levels, names, text)
  }

  /// Valid as long as the table is held.
  var start: Start {
    Start(fields: fields.baseAddress!, levels: levels.baseAddress!, noteCount: noteCount)
  }

  /// The notes of the values that contain wanted values, and whether the path may go on with an array's element.
  var inner: [(note: Int, takesArray: Bool)] {
    zip(fields, levels).flatMap { fields, level in
      let named = (0..<Int(fields.count)).map { i in
        (Int(fields.names![i].note), fields.names![i].below)
      }
      return named + level.elements.map { (Int($0.note), $0.below) }
    }
    .filter { $1 >= 0 }
    .map { note, below in (note, !levels[Int(below)].elements.isEmpty) }
  }

  deinit {
    levels.deinitialize()
    levels.deallocate()
    fields.deallocate()
    names.deallocate()
    text.deallocate()
  }
}
