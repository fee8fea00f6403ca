import Sluice

/// Reads a record's values: at the positions located, or by a walk that finds them in the document's order.
/// The walk is recursive, but no deeper than the longest path.
extension ColumnPlan {
  /// Reads one record's values. Throws the first error in the document's order; `failedColumn` then
  /// names the column.
  @inline(__always)
  func read(_ root: JSONPosition) throws(JSONError) {
    begin()
    if let locations = unsafe places.find(in: root), unsafe readAll(locations, of: root) {
      if !hasQueries { return }
    } else {
      try readSlowly(root)
      if !hasQueries { return }
    }
    try readQueries(root)
  }

  /// Reads the values that were found. False: one does not fit its column.
  @inline(__always)
  private func readAll(_ locations: UnsafePointer<UInt32>, of root: JSONPosition) -> Bool {
    for place in unsafe reads.indices {
      let read = unsafe reads[place]
      let (token, column) = unsafe (locations[Int(read.location)], Int(read.column))
      do throws(JSONError) {
        unsafe values[column] = token == .max ? .null : try value(root.at(token), for: column)
      } catch {
        return false
      }
    }
    return true
  }

  @inline(never)
  private func readSlowly(_ root: JSONPosition) throws(JSONError) {
    clear()
    // Elsewhere null means NULL; a record that is only null has none of the requested values.
    if unsafe !steps[0].children.isEmpty, root.isNull {
      failedColumn = unsafe nodes[0].someColumn
      throw root.mismatch(.object)
    }
    try read(root, 0)
  }

  /// The same for an element of an array: a null element makes all values NULL, as null does anywhere.
  func read(element: JSONPosition) throws(JSONError) {
    begin()
    if let locations = unsafe places.find(in: element), unsafe readAll(locations, of: element) {
      return
    }
    clear()
    try read(element, 0)
  }

  @inline(__always)
  func begin() {
    if !keepsText { scratch.removeAll() }
    terms.begin()
  }

  private func clear() {
    marks.begin()
    terms.begin()
    unsafe values.update(repeating: .null)
  }

  /// Reads the value at a location: for its columns, and for the locations below.
  @inline(__always)
  private func read(_ position: JSONPosition, _ location: Int32) throws(JSONError) {
    for i in unsafe nodes[Int(location)].columns {
      let column = unsafe columnNumbers[Int(i)]
      failedColumn = column
      do throws(JSONError) {
        unsafe values[Int(column)] = try value(position, for: Int(column))
      } catch {
        try null(column, error, position)
      }
    }
    if unsafe !steps[Int(location)].children.isEmpty { try descend(position, location) }
  }

  /// Handles a value that its column does not take. Outlined, because it would make the walk large.
  @inline(never)
  func null(
    _ column: Int32, _ error: JSONError, _ value: JSONPosition
  ) throws(JSONError) {
    try null(column, error.orFault(of: value))
  }

  private func null(_ column: Int32, _ error: JSONError) throws(JSONError) {
    guard terms.nulls(column, error) else { throw error }
  }

  private func descend(_ position: JSONPosition, _ location: Int32) throws(JSONError) {
    let byte = position.byte
    if byte == UInt8(ascii: "{") { return try walkObject(position, location) }
    if byte == UInt8(ascii: "["), unsafe !steps[Int(location)].elements.isEmpty {
      return try walkArray(position, location)
    }
    if position.isNull { return }
    try nullAll(below: location, position.mismatch(.object).orFault(of: position))
  }

  /// Handles a value in which a path can't continue: it is a mismatch for all columns below, and the
  /// contract of each decides. Recursive, but no deeper than the longest path.
  private func nullAll(below location: Int32, _ error: JSONError) throws(JSONError) {
    for child in unsafe steps[Int(location)].children {
      for i in unsafe nodes[Int(child)].columns {
        let column = unsafe columnNumbers[Int(i)]
        failedColumn = column
        try null(column, error)
      }
      try nullAll(below: child, error)
    }
  }

  /// Passes once over an object's fields, and ends as soon as nothing more is wanted. Records where it
  /// ended, so that reading on after the object visits no token twice.
  private func walkObject(_ object: JSONPosition, _ location: Int32) throws(JSONError) {
    if unsafe object.context.pointee.duplicateKeys != .firstWins {
      return try walkWholeObject(object, location)
    }
    let wanted = unsafe steps[Int(location)].children
    let someColumn = unsafe nodes[Int(location)].someColumn
    var missing = wanted.count
    var guess = wanted.lowerBound
    var last = object.token
    failedColumn = someColumn
    while missing > 0, let value = try object.nextField(after: last) {
      last = value
      guard let child = marks.match(value &- 2, of: object, wanted, guess), marks.meet(child)
      else { continue }
      guess = child &+ 1
      missing &-= 1
      try read(object.at(value), child)
      failedColumn = someColumn
    }
    // Nothing is read after the record itself.
    if location == 0 || last == object.token { return }
    let behind = object.after(last)
    guard behind < object.end else { throw object.unclosed(.commaOrBrace) }
    object.leaveHint(container: object.token, token: behind)
  }

  /// The same when the last of duplicate keys counts, or none. Which fields count is known only at the end
  /// of the object, so a second pass reads their values.
  private func walkWholeObject(_ object: JSONPosition, _ location: Int32) throws(JSONError) {
    let someColumn = unsafe nodes[Int(location)].someColumn
    let wanted = unsafe steps[Int(location)].children
    var failed = location
    do throws(JSONError) {
      try marks.locate(wanted, of: object, failed: &failed)
    } catch {
      failedColumn = unsafe nodes[Int(failed)].someColumn
      throw error
    }
    failedColumn = someColumn
    var guess = wanted.lowerBound
    var last = object.token
    while let value = try object.nextField(after: last) {
      last = value
      guard let child = marks.match(value &- 2, of: object, wanted, guess),
        marks.counts(value, child)
      else { continue }
      guess = child &+ 1
      try read(object.at(value), child)
      failedColumn = someColumn
    }
    object.leaveHint(behindLast: last)
  }

  private func walkArray(_ array: JSONPosition, _ location: Int32) throws(JSONError) {
    let end = array.end
    let someColumn = unsafe nodes[Int(location)].someColumn
    var elements = unsafe steps[Int(location)].elements
    var index = 0
    var value = array.token &+ 1
    failedColumn = someColumn
    guard value < end else { throw array.unclosed(.value) }
    if array.byte(at: value) == UInt8(ascii: "]") { return }
    while true {
      let child = elements.lowerBound
      if unsafe steps[Int(child)].element == index {
        try read(array.at(value), child)
        elements = elements.dropFirst()
        failedColumn = someColumn
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

extension JSONError {
  /// The error about a value; or, where the value's text is not JSON, that fault: such text is no value of another type,
  /// and no contract replaces it.
  func orFault(of value: JSONPosition) -> JSONError {
    isAboutValue ? value.valueFault ?? self : self
  }
}
