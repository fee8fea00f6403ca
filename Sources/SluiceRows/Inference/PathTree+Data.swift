/// Objects whose keys are data: `{"2024-05-01": 7, "2024-05-02": 9, …}`.
extension PathTree {
  /// With fewer fields than this, keys count as names unless all of them look like data.
  private static let fewFields = 100
  /// With fewer than this, even then.
  private static let veryFewFields = 8

  /// Whether an object has too many distinct keys for them to be names: more than the limit; or more than a
  /// hundred when an object has, on average, less than a tenth of them; or more than eight that are all
  /// numbers, dates or UUIDs. (Keys of the record itself may still be names: those of a table's columns
  /// that had none.)
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

  /// Merges all fields of a node into one, which also takes later ones, and returns it. Releases each
  /// merged node; the cost is that of having made them.
  @discardableResult
  mutating func makeData(ofFieldsOf node: Int) -> Int {
    let fields = nodes[node].fields
    nodes[node].fields = []
    nodes[node].dataKeyCount = 0
    nodes[node].fieldsByHash = [:]
    nodes[node].firstGuess = nil
    // Reuses the first field's place, so that this never fails for lack of room.
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

  /// Adds what was seen at `other`, with everything below, to `node`, and releases `other`. Recursive, no
  /// deeper than the tree.
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
      let same = unsafe nodes[field].name.withUnsafeBufferPointer {
        unsafe self.field($0, of: node)
      }
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
