import Sluice

/// Visits a record, value by value, without creating any. Recursive, but no deeper than the limit.
extension PathTree {
  /// Takes in a record. Throws what is wrong with it; after a full check that is nothing.
  mutating func add(_ record: JSONPosition) throws(JSONError) { try add(record, at: 0) }

  private mutating func add(_ value: JSONPosition, at node: Int) throws(JSONError) {
    switch value.byte {
    case Byte.openBrace:
      nodes[node].figures.objects += 1
      try addFields(of: value, at: node)
    case Byte.openBracket:
      nodes[node].figures.arrays += 1
      try addElements(of: value, at: node)
    default: try nodes[node].figures.add(scalar: value)
    }
  }

  /// Whether values below the node are examined.
  private mutating func descends(_ node: Int) -> Bool {
    if nodes[node].depth < limits.depth { return true }
    nodes[node].isCut = true
    return false
  }

  private mutating func addFields(of object: JSONPosition, at node: Int) throws(JSONError) {
    guard descends(node) else { return }
    let superseded = try unsafe object.supersededFields(object.context.pointee.duplicateKeys)
    duplicateKeys += Int64(superseded.count)
    var (last, previous, guess) = (object.token, Int?.none, nodes[node].firstGuess)
    while let value = try object.nextField(after: last) {
      last = value
      if !superseded.isEmpty, superseded.contains(value) { continue }
      let key = RawString(object.at(value &- 2))
      let found = unsafe key.withUTF8 { name in unsafe field(name, of: node, guess: guess) }
      guard let found else { throw JSONError(.invalidEscape, at: object.offset(of: value &- 2)) }
      guard let field = found else {
        nodes[node].unlistedFields += 1
        continue
      }
      if nodes[field].kind == .field {
        if field != guess {
          if let previous {
            nodes[previous].nextGuess = field
          } else {
            nodes[node].firstGuess = field
          }
        }
        (previous, guess) = (field, nodes[field].nextGuess)
      } else {
        // The fields before this one have just become data, and their nodes are gone.
        (previous, guess) = (nil, nil)
      }
      nodes[node].fieldCount += 1
      try add(object.at(value), at: field)
    }
    object.leaveHint(behindLast: last)
  }

  /// The node of the field of that name, made when it is new; nil: there are too many.
  private mutating func field(
    _ name: UnsafeBufferPointer<UInt8>, of node: Int, guess: Int?
  ) -> Int? {
    if let any = nodes[node].anyField { return any }
    if let guess, unsafe nodes[guess].isNamed(name) { return guess }
    if let field = unsafe field(name, of: node) { return field }
    guard let field = unsafe addNode(.field, name: Array(name), below: node) else { return nil }
    attach(field, to: node)
    guard hasKeysAsData(node) else { return field }
    return makeData(ofFieldsOf: node)
  }

  private mutating func addElements(of array: JSONPosition, at node: Int) throws(JSONError) {
    guard descends(node) else { return }
    var (last, count) = (array.token, 0)
    while let value = try array.nextElement(after: last) {
      last = value
      count += 1
      if nodes[node].element == nil { nodes[node].element = addNode(.element, below: node) }
      if let element = nodes[node].element {
        try add(array.at(value), at: element)
      } else {
        nodes[node].unlistedFields += 1
      }
    }
    nodes[node].figures.longestArray = max(nodes[node].figures.longestArray, count)
    array.leaveHint(behindLast: last)
  }
}
