import Sluice

/// Collects the issues of one object while its properties are read.
struct IssueList {
  private var nodes: [IssueNode] = []

  var isEmpty: Bool { nodes.isEmpty }
  var error: ParserError { ParserError(nodes) }

  mutating func removeAll() { nodes.removeAll() }

  /// Adds a required property that is missing or null. Throws faults of the text.
  mutating func addMissing(
    _ property: PropertyName, expected: String, isNull: Bool, in record: JSONPosition
  ) throws(JSONError) {
    let search = KeyPathSearch(property.keyPath, from: record)
    if !isNull, let obstacle = try search.obstacle() {
      nodes.append(IssueNode(obstacle, before: property))
      return
    }
    // Looks up the position of the null: plans only note that the value is null.
    let null = isNull ? try search.last() : nil
    let leaf = IssueNode.Leaf(
      keyPath: property.keyPath, expected: expected, found: isNull ? "null" : "nothing",
      offset: (null ?? record).documentOffset,
      reason: "Required key path [\(property.keyPath)] was missing or null")
    nodes.append(IssueNode(.field(property.steps(at: null)), leaf))
  }

  /// Adds an error from reading a property's value. Rethrows it when it is not about a value.
  mutating func add(_ error: any Error, _ property: PropertyName, at place: JSONPosition) throws {
    // The text is not JSON, which is a better message than a wrong type.
    if error is JSONError, let fault = place.scalarFault { throw fault }
    let subject = IssueSubject.property(keyPath: property.keyPath)
    guard let nodes = subject.nodes(for: error, ValueFinding(error, at: place)) else { throw error }
    self.nodes.append(IssueNode(.field(property.steps(at: place)), nodes))
  }

  /// Adds an error from reading an element. Rethrows it when it is not about a value.
  mutating func add(
    _ error: any Error, element index: Int, parser: String, type: String, at place: JSONPosition
  ) throws {
    if error is JSONError, let fault = place.scalarFault { throw fault }
    let subject = IssueSubject.object(type: type)
    guard let nodes = subject.nodes(for: error, ValueFinding(error, at: place)) else { throw error }
    self.nodes.append(IssueNode(.element(index, parser: parser), nodes))
  }
}

extension IssueNode {
  /// Creates an issue for a required property below a value without fields.
  fileprivate init(_ obstacle: KeyPathObstacle, before property: PropertyName) {
    let (expected, found) = (obstacle.expected.words, obstacle.value.words)
    let leaf = Leaf(
      keyPath: property.keyPath, expected: expected, found: found,
      offset: obstacle.value.documentOffset,
      reason: "Required key path [\(property.keyPath)] was missing or null: expected \(expected)"
        + (obstacle.keyPath.isEmpty ? "" : " at [\(obstacle.keyPath)]") + ", found \(found)")
    guard !obstacle.keyPath.isEmpty else {
      self.init(.here, leaf)
      return
    }
    self.init(.field(PropertyName(obstacle.keyPath).steps(at: obstacle.value)), leaf)
  }
}

extension ParserError {
  /// Creates an issue for a value at `place` that is not of the expected type.
  init(notOfType type: String, expected: String, at place: JSONPosition) {
    var leaf = IssueNode.Leaf(
      keyPath: "", expected: expected, found: place.words, offset: place.documentOffset,
      reason: IssueSubject.object(type: type).isOfIncorrectType)
    leaf.isWholeValue = true
    self.init([IssueNode(.here, leaf)])
  }

  /// Creates an issue for a payload at `place` that this schema can't read.
  init(_ reason: String, expected: String, at place: JSONPosition) {
    let leaf = IssueNode.Leaf(
      keyPath: "", expected: expected, found: place.words, offset: place.documentOffset,
      reason: reason)
    self.init([IssueNode(.here, leaf)])
  }
}
