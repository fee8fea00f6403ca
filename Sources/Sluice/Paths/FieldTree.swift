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
  /// The children of nodes that have many.
  private var known: [Edge: Int] = [:]

  /// A step from a node. Steps with one name have one, however they are written.
  private struct Edge: Hashable {
    let node: Int
    let key: ByteName?
    let index: Int?

    init(_ node: Int, _ step: FieldPath.Step) {
      self.node = node
      key = step.key.map { ByteName($0) }
      index = step.key == nil ? step.index : nil
    }
  }

  /// Children up to this many are compared one by one.
  private static let few = 16

  /// Adds a path and returns its node. Among the steps after one path, a name is always written in one way: as a key, or
  /// as a name that can also be an index.
  mutating func add(_ path: FieldPath, number: Int, takesNull: Bool) -> Int {
    var at = 0
    for step in path.steps {
      if let known = child(of: at, step) {
        precondition(nodes[known].step == step, "a plan's paths write a name in one way")
        at = known
      } else {
        nodes.append(Node(step: step, firstPath: number))
        addChild(nodes.count - 1, of: at, step)
        at = nodes.count - 1
      }
    }
    if takesNull { nodes[at].takesNull = true }
    return at
  }

  private func child(of node: Int, _ step: FieldPath.Step) -> Int? {
    let children = nodes[node].children
    guard children.count <= FieldTree.few else { return known[Edge(node, step)] }
    return children.first { nodes[$0].step == step || isSameKey(nodes[$0].step, step) }
  }

  private mutating func addChild(_ child: Int, of node: Int, _ step: FieldPath.Step) {
    nodes[node].children.append(child)
    let count = nodes[node].children.count
    if count > FieldTree.few + 1 {
      known[Edge(node, step)] = child
    } else if count == FieldTree.few + 1 {
      for child in nodes[node].children {
        if let step = nodes[child].step { known[Edge(node, step)] = child }
      }
    }
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
