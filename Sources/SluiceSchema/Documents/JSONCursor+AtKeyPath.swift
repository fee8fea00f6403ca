public import Sluice

extension JSONCursor {
  /// Lends the value at a key path to `body`, and attributes errors that `body` throws to that
  /// value. Collects all faults below it. The last of several duplicate keys on the way counts,
  /// unless the reader's options say otherwise: with duplicates, `body` may be called twice.
  @usableFromInline
  func withValue<R>(
    atKeyPath keyPath: String, _ body: (JSONCursor) throws -> R
  ) throws -> R {
    let outer = unsafe position.context.startCollecting()
    defer { unsafe position.context.stopCollecting(outer) }
    guard !keyPath.isEmpty else {
      do {
        return try body(self)
      } catch {
        throw error.concerningDocument(at: position)
      }
    }
    var search = KeyPathSearch(keyPath, from: position)
    if let first = try search.first(), !first.isNull {
      let result = Result { try body(JSONCursor(unchecked: first)) }
      switch result {
      case .success(let value): if try search.isLast() { return value }
      case .failure(let error):
        // An error further on shows that the text is not JSON, which may have caused the first.
        if try search.isLast() {
          throw try error.concerning(PropertyName(keyPath), at: first)
        }
      }
    }
    let last = try search.last()
    guard let last, !last.isNull else {
      var issues = IssueList()
      try issues.addMissing(
        PropertyName(keyPath), expected: "a value", isNull: last != nil, in: position)
      throw issues.error
    }
    do {
      return try body(JSONCursor(unchecked: last))
    } catch {
      throw try error.concerning(PropertyName(keyPath), at: last)
    }
  }
}

extension Error {
  /// Converts an error about the document itself into a schema's error; returns any other
  /// unchanged.
  fileprivate func concerningDocument(at place: JSONPosition) -> any Error {
    if self is ParserError { return self }
    let subject = IssueSubject.property(keyPath: "")
    guard isAboutSomeValue, place.kind != nil,
      let nodes = subject.nodes(for: self, ValueFinding(self, at: place))
    else { return self }
    return ParserError(nodes)
  }

  /// Converts an error about a value into a schema's error. Throws any other.
  fileprivate func concerning(_ name: PropertyName, at place: JSONPosition) throws -> any Error {
    var issues = IssueList()
    try issues.add(self, name, at: place)
    return issues.error
  }
}
