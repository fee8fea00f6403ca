import Sluice

/// Going over a record: finding what the plan wants. Recursive, but no deeper than the longest
/// path.
extension ColumnPlan {
  /// Reads one record's values. Throws the first error in the document's order; `failedColumn` then
  /// names the column.
  func read(_ root: JSONPosition) throws(JSONError) {
    begin()
    let node = nodes.baseAddress!
    // Without a path there is nothing to look for.
    if node.pointee.children.isEmpty, node.pointee.columns.isEmpty { return }
    // Elsewhere null means NULL; a record that is nothing but null has none of what was asked for.
    if node.pointee.children.isEmpty || !root.isNull || !isStrict { return try take(root, node) }
    failedColumn = node.pointee.someColumn
    throw root.mismatch(.object)
  }

  /// The same of an element of an array: one that is null has all values NULL, as below any null.
  func read(element: JSONPosition) throws(JSONError) {
    begin()
    try take(element, nodes.baseAddress!)
  }

  @inline(__always)
  private func begin() {
    record &+= 1
    if !keepsText { scratch.removeAll() }
    terms.begin()
    values.update(repeating: .null)
  }

  /// The value of a node: for its columns, and for the nodes below.
  @inline(__always)
  private func take(
    _ position: JSONPosition, _ node: UnsafeMutablePointer<PlanNode>
  ) throws(JSONError) {
    for i in node.pointee.columns {
      let column = columnNumbers[Int(i)]
      failedColumn = column
      do throws(JSONError) {
        values[Int(column)] = try value(position, for: Int(column))
      } catch {
        try null(column, error)
      }
    }
    if !node.pointee.children.isEmpty { try descend(position, node) }
  }

  /// What becomes of a value that its column does not take. Apart: it would make the walk large.
  @inline(never)
  private func null(_ column: Int32, _ error: JSONError) throws(JSONError) {
    guard terms.nulls(column, error) else { throw error }
  }

  private func descend(
    _ position: JSONPosition, _ node: UnsafeMutablePointer<PlanNode>
  ) throws(JSONError) {
    let byte = position.byte
    if byte == UInt8(ascii: "{") { return try walkObject(position, node) }
    if byte == UInt8(ascii: "["), !node.pointee.elements.isEmpty {
      return try walkArray(position, node)
    }
    if position.isNull || !isStrict { return }
    let error = position.mismatch(.object)
    try nullAll(below: node, error)
  }

  /// A value that a path can't go on in is a mismatch for all columns below: of each, its contract says
  /// what becomes of it. Recursive, but no deeper than the longest path.
  private func nullAll(
    below node: UnsafeMutablePointer<PlanNode>, _ error: JSONError
  ) throws(JSONError) {
    for child in node.pointee.children {
      let child = nodes.baseAddress! + Int(child)
      for i in child.pointee.columns {
        let column = columnNumbers[Int(i)]
        failedColumn = column
        try null(column, error)
      }
      try nullAll(below: child, error)
    }
  }

  /// One pass over an object's fields, which ends as soon as nothing more is wanted. Leaves word of
  /// where it ended: whoever goes on behind the object goes over no token twice.
  private func walkObject(
    _ object: JSONPosition, _ node: UnsafeMutablePointer<PlanNode>
  ) throws(JSONError) {
    let nodes = nodes.baseAddress!
    // By variables: nothing that is called changes them.
    let (bytes, tokens) = (object.index.pointee.bytes, object.index.pointee.tokens)
    let (end, record) = (object.end, record)
    let filter = node.pointee.filter
    var missing = node.pointee.children.count
    var guess = node.pointee.firstGuess
    var last: Int32 = -1
    var key = object.token &+ 1
    failedColumn = node.pointee.someColumn
    if key < end, object.byte(at: key) == UInt8(ascii: "}") { return }
    while true {
      let value = key &+ 2
      guard value < end else { throw object.unclosed(.key) }
      let start = Int(tokens[Int(key)]) &+ 1
      let colon = Int(tokens[Int(key &+ 1)])
      guard bytes[start &- 1] == UInt8(ascii: "\"") else { throw object.unexpected(key, .key) }
      guard bytes[colon] == UInt8(ascii: ":") else { throw object.unexpected(key &+ 1, .colon) }
      let count = colon &- start &- 1
      let raw = bytes + start
      // Nearly always it is the field that followed last time, or an unwanted one.
      var child: Int32?
      if guess < node.pointee.children.upperBound, (nodes + Int(guess)).isNamed(raw, count: count) {
        child = guess
      } else if raw[count] != UInt8(ascii: "\"") || RawString(base: raw, count: count).hasEscapes {
        child = match(object, key, node, guess)
      } else if filter >> PlanNode.bit(count, raw[0]) & 1 != 0 {
        child = search(raw, count, node)
      }
      if let child, case let found = nodes + Int(child), found.pointee.foundInRecord != record {
        found.pointee.foundInRecord = record
        if child != guess {
          if last < 0 {
            node.pointee.firstGuess = child
          } else {
            nodes[Int(last)].nextGuess = child
          }
        }
        last = child
        guess = found.pointee.nextGuess
        try take(object.at(value), found)
        missing &-= 1
        // Nobody goes on behind the record itself.
        if missing == 0, node == nodes { return }
        failedColumn = node.pointee.someColumn
      }
      let behind = object.after(value)
      guard behind < end else { throw object.unclosed(.commaOrBrace) }
      let separator = bytes[Int(tokens[Int(behind)])]
      if missing == 0 || separator == UInt8(ascii: "}") {
        return object.leaveHint(container: object.token, token: behind)
      }
      guard separator == UInt8(ascii: ",") else { throw object.unexpected(behind, .commaOrBrace) }
      key = behind &+ 1
    }
  }

  /// The child whose name a key without escapes is: a name with something to escape is none.
  @inline(never)
  private func search(
    _ raw: UnsafePointer<UInt8>, _ count: Int, _ node: UnsafeMutablePointer<PlanNode>
  ) -> Int32? {
    let nodes = nodes.baseAddress!
    for i in node.pointee.children where (nodes + Int(i)).isNamed(raw, count: count) { return i }
    return nil
  }

  /// The child whose name the key is: the guess first, then all.
  @inline(never)
  func match(
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
    let end = array.end
    var elements = node.pointee.elements
    var index = 0
    var value = array.token &+ 1
    failedColumn = node.pointee.someColumn
    guard value < end else { throw array.unclosed(.value) }
    if array.byte(at: value) == UInt8(ascii: "]") { return }
    while true {
      let child = nodes.baseAddress! + Int(elements.lowerBound)
      if child.pointee.element == index {
        try take(array.at(value), child)
        elements = elements.dropFirst()
        failedColumn = node.pointee.someColumn
      }
      let behind = array.after(value)
      guard behind < end else { throw array.unclosed(.commaOrBracket) }
      let separator = array.byte(at: behind)
      if elements.isEmpty || separator == UInt8(ascii: "]") {
        return array.leaveHint(container: array.token, token: behind)
      }
      guard separator == UInt8(ascii: ","), behind &+ 1 < end else {
        throw array.unexpected(behind, .commaOrBracket)
      }
      index &+= 1
      value = behind &+ 1
    }
  }
}
