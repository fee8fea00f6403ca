/// Objects whose keys are data: `{"2024-05-01": 7, "2024-05-02": 9, …}`.
extension PathTree {
  /// Below so many fields, keys are taken for names unless all of them look like data.
  private static let fewFields = 100
  /// Below so many, even then.
  private static let veryFewFields = 8

  /// Whether an object has so many different keys that they can't be names: more than the limit; or
  /// more than a hundred of which an object has, on average, less than every tenth; or more than
  /// eight that are all numbers, dates or UUIDs. (Those of the record itself may still be names: of
  /// the columns of a table that had none.)
  func hasKeysAsData(_ node: Int) -> Bool {
    let node = nodes[node]
    if node.fields.count > limits.fields { return true }
    if node.kind != .record, node.fields.count > PathTree.veryFewFields,
      node.dataKeyCount == node.fields.count
    {
      return true
    }
    guard node.fields.count > PathTree.fewFields else { return false }
    let most = Double(node.figures.objects) * Double(node.fields.count)
    return Double(node.fieldCount) * 10 < most
  }

  /// Puts all fields of a node together into one, which takes those to come too, and answers it.
  /// Each node that is put into another is given back: the cost is that of having made them.
  @discardableResult
  mutating func makeData(ofFieldsOf node: Int) -> Int {
    let fields = nodes[node].fields
    nodes[node].fields = []
    nodes[node].dataKeyCount = 0
    nodes[node].fieldsByHash = [:]
    nodes[node].firstGuess = nil
    // The first field's place, so that this never fails for want of room.
    guard let any = fields.first else { return node }
    let first = nodes[any]
    nodes[any] = PathNode(kind: .anyField, depth: first.depth)
    nodes[any].figures = first.figures
    (nodes[any].fields, nodes[any].fieldsByHash) = (first.fields, first.fieldsByHash)
    nodes[any].dataKeyCount = first.dataKeyCount
    (nodes[any].element, nodes[any].anyField) = (first.element, first.anyField)
    nodes[any].fieldCount = first.fieldCount
    nodes[any].unlistedFields = first.unlistedFields
    nodes[any].isCut = first.isCut
    nodes[node].anyField = any
    for field in fields.dropFirst() { merge(field, into: any) }
    return any
  }

  /// What was seen at `other` counts as seen at `node`, with all below; `other` is given back.
  /// Recursive, no deeper than the tree is.
  private mutating func merge(_ other: Int, into node: Int) {
    let from = nodes[other]
    nodes[node].figures.merge(from.figures)
    nodes[node].fieldCount += from.fieldCount
    nodes[node].unlistedFields += from.unlistedFields
    nodes[node].isCut = nodes[node].isCut || from.isCut
    if let element = from.element {
      if let own = nodes[node].element {
        merge(element, into: own)
      } else {
        nodes[node].element = element
      }
    }
    if let theirs = from.anyField {
      if let any = nodes[node].anyField {
        merge(theirs, into: any)
      } else if nodes[node].fields.isEmpty {
        nodes[node].anyField = theirs
      } else {
        merge(theirs, into: makeData(ofFieldsOf: node))
      }
    }
    for field in from.fields {
      let same = nodes[field].name.withUnsafeBufferPointer { self.field($0, of: node) }
      if let any = nodes[node].anyField {
        merge(field, into: any)
      } else if let same {
        merge(field, into: same)
      } else {
        nodes[field].nextGuess = nil
        attach(field, to: node)
        if hasKeysAsData(node) { makeData(ofFieldsOf: node) }
      }
    }
    release(other)
  }
}
