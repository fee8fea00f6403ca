/// The steps of some paths as a tree, while a field table is built.
struct FieldTree {
  struct Node {
    let step: FieldPath.Step?
    /// The first path that leads here or through here.
    let firstPath: Int
    var children: [Int] = []
    var takesNull = false

    var nameCount: Int? { step?.key?.utf8.count }
    var element: Int { step?.index ?? -1 }
  }

  /// The root is first.
  private(set) var nodes = [Node(step: nil, firstPath: 0)]

  /// Adds a path and returns its node. Among the steps after one path, a name is always written in one way: as a key, or
  /// as a name that can also be an index.
  mutating func add(_ path: FieldPath, number: Int, takesNull: Bool) -> Int {
    var at = 0
    for step in path.steps {
      if let known = nodes[at].children.first(where: { nodes[$0].step == step }) {
        at = known
      } else {
        precondition(
          !nodes[at].children.contains { isSameKey(nodes[$0].step, step) },
          "a plan's paths write a name in one way")
        nodes.append(Node(step: step, firstPath: number))
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

  /// Sorts children so that those that can be elements come last and in their order, as a walk over an array meets
  /// them. Returns the nodes breadth first, so that siblings are adjacent.
  mutating func arrange() -> [Int] {
    var order = [0]
    var done = 0
    while done < order.count {
      let node = order[done]
      let children = nodes[node].children.sorted { nodes[$0].element < nodes[$1].element }
      nodes[node].children = children
      order += children
      done += 1
    }
    return order
  }
}
