/// The paths of a dump as steps in writing order. An object that several paths share is written
/// once, at the position of the first of them.
///
/// ```
/// a/x, b, a/y     enter a, field a/x, field a/y, leave, field b
/// ```
struct DumpTree {
  enum DumpStep {
    case field(Int, key: String)
    case enter(String)
    case leave

    /// The key of a field or an object; none where an object ends.
    var key: String {
      switch self {
      case .field(_, let key), .enter(let key): key
      case .leave: ""
      }
    }
  }

  private final class Node {
    let key: String
    var field: Int?
    var children: [Node] = []
    init(_ key: String) { self.key = key }
  }

  /// Returns nil when the paths don't form a tree: a field is in another's way, twice at one path,
  /// in an array, or at the object itself. Then the result depends on the values.
  static func steps(of paths: [JSONPath]) -> [DumpStep]? {
    let root = Node("")
    for (i, path) in paths.enumerated() {
      var node = root
      for element in path.elements {
        guard case .DictionaryKey(let key) = element, node.field == nil else { return nil }
        if let known = node.children.first(where: { $0.key.utf8.elementsEqual(key.utf8) }) {
          node = known
        } else {
          let child = Node(key)
          node.children.append(child)
          node = child
        }
      }
      guard node !== root, node.field == nil, node.children.isEmpty else { return nil }
      node.field = i
    }
    var steps: [DumpStep] = []
    // Paths are written by hand, so they are short.
    func add(_ nodes: [Node]) {
      for node in nodes {
        if let field = node.field {
          steps.append(.field(field, key: node.key))
        } else {
          steps.append(.enter(node.key))
          add(node.children)
          steps.append(.leave)
        }
      }
    }
    add(root.children)
    return steps
  }
}
