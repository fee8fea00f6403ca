/// The paths of a feed's records as they are found: a tree of what was seen at each.
///
/// ```
/// {"id": 1, "actor": {"login": "ann"}, "commits": [{"sha": "…"}], "by_user": {"u1": 3, …}}
///
/// record ─┬─ id
///         ├─ actor ──── login
///         ├─ commits ── [] ──── sha
///         └─ by_user ── *            too many keys to be names: keys as data
/// ```
///
/// Bounded by the number of paths, of fields of one object and of levels. Finds a field by its
/// predecessor's last successor, or else by a hash with a random seed, so that no feed can make it slow.
struct PathTree {
  struct Limits {
    var paths: Int
    var fields: Int
    var depth: Int
  }

  let limits: Limits
  /// Nodes refer to each other by their index here.
  var nodes: [PathNode] = [PathNode(kind: .record, depth: 0)]
  private var free: [Int] = []
  /// The number of fields that do not count, because their object has another of that name.
  var duplicateKeys: Int64 = 0

  init(_ limits: Limits) { self.limits = limits }

  var record: PathNode { nodes[0] }

  /// Nil when the number of paths has reached its limit.
  mutating func addNode(_ kind: PathNode.StepKind, name: [UInt8] = [], below parent: Int) -> Int? {
    guard nodes.count - free.count < limits.paths else { return nil }
    let node = PathNode(kind: kind, name: name, depth: nodes[parent].depth + 1)
    guard let place = free.popLast() else {
      nodes.append(node)
      return nodes.count - 1
    }
    nodes[place] = node
    return place
  }

  /// Releases a node's place and memory.
  mutating func release(_ node: Int) {
    nodes[node] = PathNode(kind: .released, depth: 0)
    free.append(node)
  }

  /// The field of that name; nil when it is new.
  func field(_ name: UnsafeBufferPointer<UInt8>, of node: Int) -> Int? {
    let fields = nodes[node].fields
    guard fields.count > PathNode.searched else {
      return fields.first { unsafe nodes[$0].isNamed(name) }
    }
    var hash = unsafe PathTree.hash(name)
    while let field = nodes[node].fieldsByHash[hash] {
      if unsafe nodes[field].isNamed(name) { return field }
      hash &+= 1
    }
    return nil
  }

  /// Makes `field` one of the node's fields.
  mutating func attach(_ field: Int, to node: Int) {
    nodes[node].fields.append(field)
    let isData = unsafe nodes[field].name.withUnsafeBufferPointer { unsafe TextFormat.isData($0) }
    if isData { nodes[node].dataKeyCount += 1 }
    let count = nodes[node].fields.count
    if count == PathNode.searched + 1 {
      for field in nodes[node].fields { index(field, of: node) }
    } else if count > PathNode.searched {
      index(field, of: node)
    }
  }

  private mutating func index(_ field: Int, of node: Int) {
    var hash = unsafe nodes[field].name.withUnsafeBufferPointer { unsafe PathTree.hash($0) }
    while nodes[node].fieldsByHash[hash] != nil { hash &+= 1 }
    nodes[node].fieldsByHash[hash] = field
  }

  /// Seeded for each run of the program, so that no one can prepare keys that collide.
  private static func hash(_ name: UnsafeBufferPointer<UInt8>) -> Int {
    var hasher = Hasher()
    unsafe hasher.combine(bytes: UnsafeRawBufferPointer(name))
    return hasher.finalize()
  }
}

/// What was seen at one path.
struct PathNode {
  enum StepKind: UInt8 {
    case record, field, element
    /// Any field of an object whose keys are data.
    case anyField
    case released
  }

  let kind: StepKind
  let name: [UInt8]
  let depth: Int
  var figures = ValueFigures()

  /// In the order of their first appearance.
  var fields: [Int] = []
  /// How many of their names are numbers, dates or UUIDs.
  var dataKeyCount = 0
  /// The same by hash, once they are more than `searched`.
  var fieldsByHash: [Int: Int] = [:]
  static let searched = 8
  var element: Int?
  /// Takes all fields once they are too many to be names.
  var anyField: Int?
  /// The number of fields that all objects here had, without duplicates.
  var fieldCount: Int64 = 0
  /// How many of those are in no node, because the number of paths has reached its limit.
  var unlistedFields: Int64 = 0
  /// Whether something below was not examined because it is too deep.
  var isCut = false

  /// The field that came first last time, and the one after this one: the first candidates to compare with.
  var firstGuess: Int?
  var nextGuess: Int?

  init(kind: StepKind, name: [UInt8] = [], depth: Int) {
    self.kind = kind
    self.name = name
    self.depth = depth
  }

  func isNamed(_ other: UnsafeBufferPointer<UInt8>) -> Bool {
    unsafe name.count == other.count && name.elementsEqual(other)
  }
}
