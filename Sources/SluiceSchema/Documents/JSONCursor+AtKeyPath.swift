public import Sluice

extension JSONCursor {
  /// Lends the value at a key path to `body`, and says of what `body` throws that it is wrong with
  /// that value. Collects all faults below it.
  @usableFromInline
  func withValue<R>(
    atKeyPath keyPath: String, _ body: (JSONCursor) throws -> R
  ) throws -> R {
    let outer = position.index.startCollecting()
    defer { position.index.stopCollecting(outer) }
    guard !keyPath.isEmpty else {
      do {
        return try body(self)
      } catch {
        throw try error.concerningDocument(at: position)
      }
    }
    let name = PropertyName(keyPath)
    var issues = IssueList()
    guard let value = try at(keyPathIfPresent: keyPath), !value.isNull else {
      issues.addMissing(
        name, expected: "a value", at: try at(keyPathIfPresent: keyPath)?.position, in: position)
      throw issues.error
    }
    do {
      return try body(value)
    } catch {
      try issues.add(error, name, at: value.position)
      throw issues.error
    }
  }
}

extension Error {
  /// This error, when it says what is wrong with the document itself, as a schema's error.
  func concerningDocument(at place: JSONPosition) throws -> any Error {
    if self is ParserError { return self }
    let subject = IssueSubject.property(keyPath: "")
    guard isAboutSomeValue, place.kind != nil,
      let nodes = subject.nodes(for: self, ValueFinding(self, at: place))
    else { return self }
    return ParserError(nodes)
  }
}
