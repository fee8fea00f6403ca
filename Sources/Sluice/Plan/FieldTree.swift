import CSimdJSON

/// Builds a field table: one node for each step of a path. `flatten` lays it out so that the fields of one object are
/// contiguous.
struct FieldTree {
  private struct Node {
    let step: FieldPath.Step?
    var children: [Int] = []
    var level: Int32 = -1
    var takesNull = false
  }

  private var nodes = [Node(step: nil)]

  var locationCount: Int { nodes.count }

  /// One for the root, which every table has.
  var levelCount: Int { 1 + nodes.dropFirst().count { !$0.children.isEmpty } }

  var nameCount: Int { max(nodes.count { $0.step?.key != nil }, 1) }

  /// The size of all names, each padded to a multiple of 8, and 8 bytes more, because names are compared 8 bytes at a
  /// time.
  var textSize: Int { nodes.reduce(8) { $0 + padded($1.step?.key?.utf8.count ?? 0) } }

  private func padded(_ count: Int) -> Int { (count + 7) & ~7 }

  /// The path's location: the number of its node. Among the steps after one path, a name is always written in one way: as a
  /// key, or as a name that can also be an index.
  mutating func add(_ path: FieldPath, takesNull: Bool) -> Int {
    var at = 0
    for step in path.steps {
      if let known = nodes[at].children.first(where: { nodes[$0].step == step }) {
        at = known
      } else {
        precondition(
          !nodes[at].children.contains { isSameKey(nodes[$0].step, step) },
          "a plan's paths write a name in one way")
        nodes.append(Node(step: step))
        nodes[at].children.append(nodes.count - 1)
        at = nodes.count - 1
      }
    }
    if takesNull { nodes[at].takesNull = true }
    return at
  }

  private func isSameKey(_ known: FieldPath.Step?, _ step: FieldPath.Step) -> Bool {
    guard let known = known?.key, let key = step.key else { return false }
    return known.utf8.elementsEqual(key.utf8)
  }

  /// The locations of everything below a node.
  private func locations(below node: Int) -> [UInt32] {
    nodes[node].children.flatMap { [UInt32($0)] + locations(below: $0) }
  }

  /// Fills memory that has room for `levelCount` levels (twice), `nameCount` names and `textSize`
  /// bytes.
  mutating func flatten(
    _ fields: UnsafeMutableBufferPointer<csj_fields>,
    _ levels: UnsafeMutableBufferPointer<FieldTable.Level>,
    _ names: UnsafeMutableBufferPointer<csj_name>, _ text: UnsafeMutableBufferPointer<UInt8>
  ) {
    // There are fewer levels than names.
    precondition(names.count < Int(CSJ_NO_NAME), "a plan takes fewer than 65,535 names")
    // Levels are numbered first, because each name refers to the level below it.
    var order = [0]
    nodes[0].level = 0
    for node in 1..<nodes.count where !nodes[node].children.isEmpty {
      nodes[node].level = Int32(order.count)
      order.append(node)
    }
    var nextName = 0
    var nextByte = 0
    for (number, node) in order.enumerated() {
      let children = nodes[node].children
      let named = children.filter { nodes[$0].step?.key != nil }
      let start = names.baseAddress! + nextName
      for child in named {
        let key = nodes[child].step?.key ?? ""
        for (i, byte) in key.utf8.enumerated() { text[nextByte + i] = byte }
        (names.baseAddress! + nextName).initialize(
          to: csj_name(
            text: text.baseAddress! + nextByte, length: UInt32(key.utf8.count),
            location: UInt32(child),
            below: nodes[child].level, expected: 0, next: 0, takes_null: nodes[child].takesNull))
        nextName += 1
        nextByte += padded(key.utf8.count)
      }
      let elements = children.compactMap { child -> FieldTable.Element? in
        guard let index = nodes[child].step?.index else { return nil }
        return FieldTable.Element(
          index: index, location: UInt32(child), below: nodes[child].level,
          takesNull: nodes[child].takesNull)
      }
      (fields.baseAddress! + number).initialize(
        to: csj_fields_make(start, UInt32(named.count)))
      (levels.baseAddress! + number).initialize(
        to: FieldTable.Level(
          elements: elements.sorted { $0.index < $1.index },
          locations: locations(below: node),
          names: named.map { nodes[$0].step?.key ?? "" }))
    }
  }
}
