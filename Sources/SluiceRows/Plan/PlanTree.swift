import Sluice

/// The plan's tree while it is built; `flatten` lays it out breadth first, so that siblings are adjacent.
struct PlanTree {
  private struct Node {
    let step: PathStep?
    var children: [Int] = []
    var columns: [Int] = []
    let someColumn: Int

    var name: String { step?.key ?? "" }
    var element: Int { step?.index ?? -1 }
  }

  private var nodes = [Node(step: nil, someColumn: 0)]

  var count: Int { nodes.count }

  var nameBytes: Int { nodes.reduce(0) { $0 + $1.name.utf8.count } }

  mutating func add(_ path: ColumnPath, number: Int) {
    var at = 0
    for step in path.steps {
      if let known = nodes[at].children.first(where: { isSame(nodes[$0].name, step.key) }) {
        at = known
        continue
      }
      nodes.append(Node(step: step, someColumn: number))
      nodes[at].children.append(nodes.count - 1)
      at = nodes.count - 1
    }
    nodes[at].columns.append(number)
  }

  /// JSON's names are equal when their bytes are; Swift's strings also when they are canonically
  /// equivalent.
  private func isSame(_ a: String, _ b: String) -> Bool { a.utf8.elementsEqual(b.utf8) }

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
      // Elements last, in ascending order: the walk over an array meets them in that order.
      let children = node.children.sorted { nodes[$0].element < nodes[$1].element }
      let fieldsOnly = children.count { nodes[$0].element < 0 }
      let firstChild = order.count
      order.append(contentsOf: children)
      let firstColumn = nextColumn
      for column in node.columns {
        columnNumbers[nextColumn] = Int32(column)
        nextColumn += 1
      }
      let start = nextName
      for byte in node.name.utf8 {
        names[nextName] = byte
        nextName += 1
      }
      (flat.baseAddress! + done).initialize(
        to: PlanNode(
          name: UnsafePointer(names.baseAddress! + start),
          nameCount: nextName - start,
          element: node.element,
          children: Int32(firstChild)..<Int32(order.count),
          elements: Int32(firstChild + fieldsOnly)..<Int32(order.count),
          columns: Int32(firstColumn)..<Int32(nextColumn),
          someColumn: Int32(node.someColumn),
          foundInRecord: 0))
      done += 1
    }
  }
}
