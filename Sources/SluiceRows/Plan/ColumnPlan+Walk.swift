import Sluice

/// Reads a record's values: at the positions located, or by a walk that finds them in the document's order.
/// The walk is recursive, but no deeper than the longest path.
extension ColumnPlan {
  /// Reads one record's values. Throws the first error in the document's order; `failedColumn` then
  /// names the column.
  @inline(__always)
  func read(_ root: JSONPosition) throws(JSONError) {
    begin()
    if let locations = places.find(in: root), take(locations, of: root) { return }
    try readSlowly(root)
  }

  /// Reads the values that were found. False: one does not fit its column.
  @inline(__always)
  private func take(_ locations: UnsafePointer<UInt32>, of root: JSONPosition) -> Bool {
    for read in reads {
      let (token, column) = (locations[Int(read.location)], Int(read.column))
      do throws(JSONError) {
        values[column] = token == .max ? .null : try value(root.at(token), for: column)
      } catch {
        return false
      }
    }
    return true
  }

  @inline(never)
  private func readSlowly(_ root: JSONPosition) throws(JSONError) {
    clear()
    let node = nodes.baseAddress!
    // Without a path there is nothing to find.
    if node.pointee.children.isEmpty, node.pointee.columns.isEmpty { return }
    // Elsewhere null means NULL; a record that is only null has none of the requested values.
    if node.pointee.children.isEmpty || !root.isNull || !isStrict { return try take(root, node) }
    failedColumn = node.pointee.someColumn
    throw root.mismatch(.object)
  }

  /// The same for an element of an array: a null element makes all values NULL, as null does anywhere.
  func read(element: JSONPosition) throws(JSONError) {
    begin()
    if let locations = places.find(in: element), take(locations, of: element) { return }
    clear()
    try take(element, nodes.baseAddress!)
  }

  @inline(__always)
  private func begin() {
    if !keepsText { scratch.removeAll() }
    terms.begin()
  }

  private func clear() {
    record &+= 1
    values.update(repeating: .null)
  }

  /// Reads the value of a node: for its columns, and for the nodes below.
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

  /// Handles a value that its column does not take. Outlined, because it would make the walk large.
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

  /// Handles a value in which a path can't continue: it is a mismatch for all columns below, and the
  /// contract of each decides. Recursive, but no deeper than the longest path.
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

  /// Passes once over an object's fields, and ends as soon as nothing more is wanted. Records where it
  /// ended, so that reading on after the object visits no token twice.
  private func walkObject(
    _ object: JSONPosition, _ node: UnsafeMutablePointer<PlanNode>
  ) throws(JSONError) {
    if object.context.pointee.duplicateKeys != .firstWins {
      return try walkWholeObject(object, node)
    }
    let nodes = nodes.baseAddress!
    let record = record
    var missing = node.pointee.children.count
    var guess = node.pointee.children.lowerBound
    var last = object.token
    failedColumn = node.pointee.someColumn
    while missing > 0, let value = try object.nextField(after: last) {
      last = value
      guard let child = match(object, value &- 2, node, guess),
        case let found = nodes + Int(child), found.pointee.foundInRecord != record
      else { continue }
      found.pointee.foundInRecord = record
      guess = child &+ 1
      missing &-= 1
      try take(object.at(value), found)
      failedColumn = node.pointee.someColumn
    }
    // Nothing is read after the record itself.
    if node == nodes || last == object.token { return }
    let behind = object.after(last)
    guard behind < object.end else { throw object.unclosed(.commaOrBrace) }
    object.leaveHint(container: object.token, token: behind)
  }

  /// The same when the last of duplicate keys counts, or none. Which fields count is known only at the end
  /// of the object, so a second pass reads their values.
  private func walkWholeObject(
    _ object: JSONPosition, _ node: UnsafeMutablePointer<PlanNode>
  ) throws(JSONError) {
    failedColumn = node.pointee.someColumn
    try locateFields(of: object, node)
    let nodes = nodes.baseAddress!
    var guess = node.pointee.children.lowerBound
    var last = object.token
    while let value = try object.nextField(after: last) {
      last = value
      guard let child = match(object, value &- 2, node, guess),
        case let found = nodes + Int(child), found.pointee.token == value
      else { continue }
      guess = child &+ 1
      try take(object.at(value), found)
      failedColumn = node.pointee.someColumn
    }
    object.leaveHint(behindLast: last)
  }

  /// Notes at the node's children where the values that count are. Throws `duplicate-key` where the reader
  /// refuses such keys.
  func locateFields(
    of object: JSONPosition, _ node: UnsafeMutablePointer<PlanNode>
  ) throws(JSONError) {
    let policy = object.context.pointee.duplicateKeys
    let nodes = nodes.baseAddress!
    var guess = node.pointee.children.lowerBound
    var last = object.token
    while let value = try object.nextField(after: last) {
      last = value
      guard let child = match(object, value &- 2, node, guess) else { continue }
      guess = child &+ 1
      let found = nodes + Int(child)
      if found.pointee.foundInRecord == record {
        if policy == .reject {
          failedColumn = found.pointee.someColumn
          throw object.at(value).duplicateKey()
        }
        if policy == .firstWins { continue }
      }
      found.pointee.foundInRecord = record
      found.pointee.token = value
    }
    object.leaveHint(behindLast: last)
  }

  /// The child with the key's name: tries the guess first, then all.
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
