import CSimdJSON

/// Paths into a record, compiled for walks: a flat tree of names. The one compiled form of many paths.
///
/// ```
/// ["id"]               location 1     record ─┬─ id
/// ["actor", "login"]   location 4             ├─ actor (location 2) ─── login
/// ["commits", 0]       location 5             └─ commits (location 3) ─── [0]
/// ```
///
/// `FieldWalk` goes through a record once, in the document's order, and finds the token of each wanted value. Clients
/// with walks of their own follow `nodes`. Made once and used by any number of threads: it never changes, except for
/// the guess which name to try first.
///
/// Sound because the memory is filled in the initialiser and freed in `deinit`, and each walk's owner holds the table.
@usableFromInline
@safe
package final class FieldTable: @unchecked Sendable {
  /// The parts of the table that a walk uses, without holding the table.
  ///
  /// Sound because a walk uses it while its plan keeps the table.
  @safe
  struct Start {
    let fields: UnsafeMutablePointer<csj_fields>
    let nodes: UnsafePointer<FieldNode>
    let locationCount: Int
  }

  /// By location: each step of a path, after the record itself.
  package let nodes: UnsafeMutableBufferPointer<FieldNode>
  /// The wanted names of a value that is an object, by level; the record's own come first.
  private let fields: UnsafeMutableBufferPointer<csj_fields>
  private let names: UnsafeMutableBufferPointer<csj_name>
  private let text: UnsafeMutableBufferPointer<UInt8>

  /// How many locations a walk takes; the first is the record's own and always empty.
  @usableFromInline package var locationCount: Int { unsafe nodes.count }

  /// Compiles the paths. `locations` receives each path's location; two equal paths share one. An empty path is
  /// location 0, the record itself. `takingNull`: the numbers of the paths at which a null is located like any other
  /// value.
  package init(_ paths: [FieldPath], takingNull: Set<Int> = [], locations: inout [Int]) {
    var tree = FieldTree()
    let found = paths.enumerated().map { number, path in
      tree.add(path, number: number, takesNull: takingNull.contains(number))
    }
    let order = tree.arrange()
    var placed = Array(repeating: 0, count: order.count)
    for (location, node) in order.enumerated() { placed[node] = location }
    locations = found.map { placed[$0] }
    unsafe nodes = .allocate(capacity: order.count)
    let levelCount = 1 + order.dropFirst().count { !tree.nodes[$0].children.isEmpty }
    unsafe fields = .allocate(capacity: levelCount)
    unsafe names = .allocate(capacity: max(tree.nodes.count { $0.nameCount != nil }, 1))
    // Names are compared 8 bytes at a time, which may read 8 bytes after the last.
    unsafe text = .allocate(
      capacity: tree.nodes.reduce(8) { $0 + FieldTable.padded($1.nameCount ?? 0) })
    unsafe text.initialize(repeating: 0)
    fillNodes(tree, order)
    fillFields()
  }

  private static func padded(_ count: Int) -> Int { (count + 7) & ~7 }

  private func fillNodes(_ tree: FieldTree, _ order: [Int]) {
    var nextChild = 1
    var nextLevel: Int32 = 0
    var nextByte = unsafe text.baseAddress!
    for (location, number) in order.enumerated() {
      let node = tree.nodes[number]
      let end = nextChild + node.children.count
      let fieldsOnly = node.children.count { tree.nodes[$0].element < 0 }
      let hasLevel = location == 0 || !node.children.isEmpty
      unsafe (nodes.baseAddress! + location).initialize(
        to: FieldNode(
          name: UnsafePointer(nextByte), nameCount: node.nameCount ?? -1, element: node.element,
          children: Int32(nextChild)..<Int32(end),
          elements: Int32(nextChild + fieldsOnly)..<Int32(end), firstPath: Int32(node.firstPath),
          level: hasLevel ? nextLevel : -1, takesNull: node.takesNull))
      if let key = node.step?.key {
        for (i, byte) in key.utf8.enumerated() { unsafe nextByte[i] = byte }
        unsafe nextByte += FieldTable.padded(key.utf8.count)
      }
      nextChild = end
      if hasLevel { nextLevel += 1 }
    }
  }

  private func fillFields() {
    var next = unsafe names.baseAddress!
    for place in unsafe nodes.indices {
      let node = unsafe nodes[place]
      guard node.level >= 0 else { continue }
      let start = unsafe next
      for location in node.children where unsafe nodes[Int(location)].nameCount >= 0 {
        let child = unsafe nodes[Int(location)]
        unsafe next.initialize(
          to: csj_name(
            text: child.name, length: UInt32(child.nameCount), location: UInt32(location),
            below: child.level, expected: 0, next: 0, takes_null: child.takesNull))
        unsafe next += 1
      }
      unsafe (fields.baseAddress! + Int(node.level)).initialize(
        to: csj_fields_make(start, UInt32(next - start)))
    }
  }

  /// Valid as long as the table is held. Only tables of fewer than 65,535 names can be walked.
  var start: Start {
    unsafe precondition(names.count < Int(CSJ_NO_NAME), "a walk takes fewer than 65,535 names")
    return unsafe Start(
      fields: fields.baseAddress!, nodes: UnsafePointer(nodes.baseAddress!),
      locationCount: nodes.count)
  }

  deinit {
    unsafe nodes.deallocate()
    unsafe fields.deallocate()
    unsafe names.deallocate()
    unsafe text.deallocate()
  }
}
