import Sluice

/// Issues as a tree: an object's issues below its key path, an element's below its index. In a tree
/// each level adds one node, and does not add its place to everything below it. Texts and paths are
/// made once, on demand.
struct IssueNode: Sendable {
  /// The place relative to the level above.
  enum IssueLocation: Sendable {
    /// The same value.
    case here
    /// The steps of a key path as written in a path: `.user.id`.
    case field(String)
    case element(Int, parser: String)
    case entry(String, parser: String)
  }

  struct Leaf: Sendable {
    var keyPath: String
    var expected: String
    var found: String
    var offset: Int?
    var reason: String
    /// Whether the value as a whole is of another kind: the level above, which knows its key path,
    /// reports it.
    var isWholeValue = false
  }

  enum Content: Sendable {
    case leaf(Leaf)
    case nodes([IssueNode])
  }

  let place: IssueLocation
  let content: Content

  init(_ place: IssueLocation, _ leaf: Leaf) {
    self.place = place
    content = .leaf(leaf)
  }

  init(_ place: IssueLocation, _ nodes: [IssueNode]) {
    self.place = place
    content = .nodes(nodes)
  }
}

extension IssueNode {
  var firstLeaf: Leaf? {
    switch content {
    case .leaf(let leaf): leaf
    case .nodes(let nodes): nodes.first?.firstLeaf
    }
  }

  /// The same issue of a text that begins `distance` bytes later.
  func moved(by distance: Int) -> IssueNode {
    switch content {
    case .leaf(var leaf):
      leaf.offset = leaf.offset.map { $0 + distance }
      return IssueNode(place, leaf)
    case .nodes(let nodes): return IssueNode(place, nodes.map { $0.moved(by: distance) })
    }
  }

  /// Appends this issue's lines, separated by newlines.
  func write(to text: inout String) {
    switch place {
    case .here, .field: writeContent(to: &text)
    case .element(let index, let parser):
      IssueNode.add(
        "Error parsing array object at index \(index) with parser [\(parser)]", to: &text)
      writeContent(to: &text)
      IssueNode.add("--", to: &text)
    case .entry(let key, let parser):
      IssueNode.add(
        "Error parsing dictionary object for key [\(PathText.shortened(key))] with parser [\(parser)]",
        to: &text)
      writeContent(to: &text)
      IssueNode.add("--", to: &text)
    }
  }

  private func writeContent(to text: inout String) {
    switch content {
    case .leaf(let leaf): IssueNode.add(leaf.reason, to: &text)
    case .nodes(let nodes): for node in nodes { node.write(to: &text) }
    }
  }

  private static func add(_ line: String, to text: inout String) {
    if !text.isEmpty { text += "\n" }
    text += line
  }

  /// Appends this issue, or those below it, to a list; `path` is the path of the level above.
  func list(in path: String, to issues: inout [ParserError.Issue]) {
    let path =
      switch place {
      case .here: path
      case .field(let steps): path + steps
      case .element(let index, _): "\(path)[\(index)]"
      case .entry(let key, _): path + PathText.step(key)
      }
    switch content {
    case .leaf(let leaf):
      issues.append(
        ParserError.Issue(
          path: path, keyPath: leaf.keyPath, expected: leaf.expected, found: leaf.found,
          offset: leaf.offset, reason: leaf.reason))
    case .nodes(let nodes): for node in nodes { node.list(in: path, to: &issues) }
    }
  }
}
