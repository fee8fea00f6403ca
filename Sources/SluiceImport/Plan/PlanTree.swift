/// The plan's tree while it is built; `flatten` lays it out breadth first, so that siblings stand side by side.
struct PlanTree {
  private struct Node {
    let step: ColumnPath.Step?
    var children: [Int] = []
    var columns: [Int] = []
    let someColumn: Int
  }

  private var nodes = [Node(step: nil, someColumn: 0)]

  var count: Int { nodes.count }

  var nameBytes: Int {
    nodes.reduce(0) { sum, node in
      if case .field(let name) = node.step { sum + name.utf8.count } else { sum }
    }
  }

  mutating func add(_ column: ImportColumn, number: Int) throws(ImportError) {
    var at = 0
    for step in column.path.steps {
      if let known = nodes[at].children.first(where: { nodes[$0].step == step }) {
        at = known
        continue
      }
      if let sibling = nodes[at].children.first, isElement(nodes[sibling].step) != isElement(step) {
        throw ImportError(
          .badColumn,
          "column '\(column)': another column's path takes the same value for"
            + " \(isElement(step) ? "an object" : "an array"); a value can't be both")
      }
      nodes.append(Node(step: step, someColumn: number))
      nodes[at].children.append(nodes.count - 1)
      at = nodes.count - 1
    }
    nodes[at].columns.append(number)
  }

  private func isElement(_ step: ColumnPath.Step?) -> Bool {
    if case .element = step { true } else { false }
  }

  /// Fills memory that has room for `count` nodes, `nameBytes` bytes and every column's number.
  func flatten(
    into flat: UnsafeMutableBufferPointer<PlanNode>,
    names: UnsafeMutableBufferPointer<UInt8>,
    columnNumbers: UnsafeMutableBufferPointer<Int32>
  ) {
    var order = [0]
    var done = 0
    var nextName = 0
    var nextColumn = 0
    names.initialize(repeating: 0)
    columnNumbers.initialize(repeating: 0)
    while done < order.count {
      let node = nodes[order[done]]
      // Elements in ascending order: the walk over an array meets them so.
      let children = node.children.sorted { element(of: $0) < element(of: $1) }
      let firstChild = order.count
      order.append(contentsOf: children)
      let firstColumn = nextColumn
      for column in node.columns {
        columnNumbers[nextColumn] = Int32(column)
        nextColumn += 1
      }
      let start = nextName
      if case .field(let name) = node.step {
        for byte in name.utf8 {
          names[nextName] = byte
          nextName += 1
        }
      }
      (flat.baseAddress! + done).initialize(
        to: PlanNode(
          name: UnsafePointer(names.baseAddress! + start),
          nameCount: nextName - start,
          element: element(of: order[done]),
          children: Int32(firstChild)..<Int32(order.count),
          isArray: children.first.map { isElement(nodes[$0].step) } ?? false,
          columns: Int32(firstColumn)..<Int32(nextColumn),
          someColumn: Int32(node.someColumn),
          filter: filter(of: children),
          foundInRecord: 0,
          firstGuess: Int32(firstChild),
          nextGuess: Int32(done + 1)))
      done += 1
    }
  }

  private func element(of node: Int) -> Int {
    if case .element(let index) = nodes[node].step { index } else { -1 }
  }

  private func filter(of children: [Int]) -> UInt64 {
    children.reduce(0) { bits, child in
      guard case .field(let name) = nodes[child].step else { return bits }
      let first = name.utf8.first ?? UInt8(ascii: "\"")
      return bits | 1 << PlanNode.bit(name.utf8.count, first)
    }
  }
}
