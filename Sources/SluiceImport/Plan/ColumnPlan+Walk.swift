import Sluice

/// Going over a record: finding what the plan wants. Recursive, but no deeper than the longest path.
extension ColumnPlan {
  /// Reads one record's values. Throws the first error in the document's order; `failedColumn` then names the column.
  func read(_ root: JSONPosition) throws(JSONError) {
    record &+= 1
    scratch.removeAll()
    values.update(repeating: .null)
    let node = nodes.baseAddress!
    // Elsewhere null means NULL; a record that is nothing but null has none of what was asked for.
    if node.pointee.children.isEmpty || !root.isNull { return try take(root, node) }
    failedColumn = node.pointee.someColumn
    throw root.mismatch(node.pointee.isArray ? .array : .object)
  }

  /// The value of a node: for its columns, and for the nodes below.
  @inline(__always)
  private func take(
    _ position: JSONPosition, _ node: UnsafeMutablePointer<PlanNode>
  ) throws(JSONError) {
    for i in node.pointee.columns {
      let column = columnNumbers[Int(i)]
      failedColumn = column
      values[Int(column)] = try value(position, types[Int(column)])
    }
    if !node.pointee.children.isEmpty { try descend(position, node) }
  }

  private func descend(
    _ position: JSONPosition, _ node: UnsafeMutablePointer<PlanNode>
  ) throws(JSONError) {
    let byte = position.byte
    if byte == UInt8(ascii: "{"), !node.pointee.isArray { return try walkObject(position, node) }
    if byte == UInt8(ascii: "["), node.pointee.isArray { return try walkArray(position, node) }
    if position.isNull { return }
    failedColumn = node.pointee.someColumn
    throw position.mismatch(node.pointee.isArray ? .array : .object)
  }

  private func walkObject(
    _ object: JSONPosition, _ node: UnsafeMutablePointer<PlanNode>
  ) throws(JSONError) {
    let nodes = nodes.baseAddress!
    let bytes = object.index.pointee.bytes
    let filter = node.pointee.filter
    var missing = node.pointee.children.count
    var guess = node.pointee.firstGuess
    var last: Int32 = -1
    var token = object.token
    failedColumn = node.pointee.someColumn
    while let next = try object.nextField(after: token) {
      token = next
      let key = next &- 2
      let start = object.offset(of: key) &+ 1
      let count = object.offset(of: next &- 1) &- start &- 1
      let raw = bytes + start
      // Exact for plain keys; a key with escapes or white space behind it is compared with every name.
      let isPlain =
        raw[count] == UInt8(ascii: "\"") && !RawString(base: raw, count: count).hasEscapes
      if isPlain, filter >> PlanNode.bit(count, raw[0]) & 1 == 0 { continue }
      guard let child = match(object, key, node, guess) else { continue }
      let found = nodes + Int(child)
      if found.pointee.foundInRecord == record { continue }
      found.pointee.foundInRecord = record
      if child != guess {
        if last < 0 { node.pointee.firstGuess = child } else { nodes[Int(last)].nextGuess = child }
      }
      last = child
      guess = found.pointee.nextGuess
      try take(object.at(next), found)
      missing &-= 1
      if missing == 0 { break }
      failedColumn = node.pointee.someColumn
    }
    // Nobody goes on behind the record itself.
    if missing == 0, node != nodes { leaveHint(object, at: token) }
  }

  /// The child whose name the key is: the guess first, then all.
  @inline(__always)
  private func match(
    _ object: JSONPosition, _ key: UInt32, _ node: UnsafeMutablePointer<PlanNode>, _ guess: Int32
  ) -> Int32? {
    let nodes = nodes.baseAddress!
    let children = node.pointee.children
    if children.contains(guess) {
      let child = nodes + Int(guess)
      if object.key(key, equals: child.pointee.name, count: child.pointee.nameCount) {
        return guess
      }
    }
    for i in children where i != guess {
      let child = nodes + Int(i)
      if object.key(key, equals: child.pointee.name, count: child.pointee.nameCount) { return i }
    }
    return nil
  }

  private func walkArray(
    _ array: JSONPosition, _ node: UnsafeMutablePointer<PlanNode>
  ) throws(JSONError) {
    var children = node.pointee.children
    var index = 0
    var token = array.token
    failedColumn = node.pointee.someColumn
    while let next = try array.nextElement(after: token) {
      token = next
      let child = nodes.baseAddress! + Int(children.lowerBound)
      if child.pointee.element == index {
        try take(array.at(next), child)
        children = children.dropFirst()
        if children.isEmpty { return leaveHint(array, at: token) }
        failedColumn = node.pointee.someColumn
      }
      index &+= 1
    }
  }

  /// Tells whoever skips this container that it was walked up to behind the value at `token`.
  @inline(__always)
  private func leaveHint(_ container: JSONPosition, at token: UInt32) {
    let behind = container.after(token)
    if behind < container.end { container.leaveHint(container: container.token, token: behind) }
  }
}
