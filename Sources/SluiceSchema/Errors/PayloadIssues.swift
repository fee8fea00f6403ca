package import Sluice

/// Where a value of a payload is.
package struct PayloadPlace {
  /// Its path: `$.items[3].price`.
  package let path: String
  /// The key of the property that it belongs to, or "" for the payload itself.
  package let key: String

  package init(path: String, key: String) {
    self.path = path
    self.key = key
  }

  /// The path without its root, as messages name properties.
  fileprivate var name: String {
    let name = path.dropFirst()
    return String(name.first == "." ? name.dropFirst() : name)
  }
}

/// Collects the issues of a payload that another module checks.
package struct PayloadIssues {
  private var nodes: [IssueNode] = []

  package init() {}

  package var isEmpty: Bool { nodes.isEmpty }
  package var error: ParserError { ParserError(nodes) }

  /// Adds a required value that is missing in `object`, or null.
  package mutating func addMissing(
    _ expected: String, at null: JSONPosition?, in object: JSONPosition, _ place: PayloadPlace
  ) {
    add(
      IssueNode.Leaf(
        keyPath: place.key, expected: expected, found: null == nil ? "nothing" : "null",
        offset: (null ?? object).documentOffset,
        reason: "Required key path [\(place.name)] was missing or null"),
      place)
  }

  /// Adds a value of another kind.
  package mutating func addMismatch(
    _ expected: String, at position: JSONPosition, _ place: PayloadPlace
  ) {
    add(
      IssueNode.Leaf(
        keyPath: place.key, expected: expected, found: position.words,
        offset: position.documentOffset, reason: subject(place).isOfIncorrectType),
      place)
  }

  /// Adds an error from reading a value. Rethrows it when it is not about a value.
  package mutating func add(
    _ error: any Error, at position: JSONPosition, _ place: PayloadPlace
  ) throws {
    let finding = ValueFinding(error, at: position)
    if let error = error as? DecodingError {
      add(
        IssueNode.Leaf(
          keyPath: place.key, expected: "a value that its type takes", found: finding.found,
          offset: finding.offset, reason: "\(words(place)) is not valid: \(error.words)"),
        place)
      return
    }
    guard let nodes = subject(place).nodes(for: error, finding) else { throw error }
    for node in nodes {
      guard case .leaf(var leaf) = node.content else { continue }
      leaf.keyPath = place.key
      add(leaf, place)
    }
  }

  private mutating func add(_ leaf: IssueNode.Leaf, _ place: PayloadPlace) {
    nodes.append(IssueNode(.field(String(place.path.dropFirst())), leaf))
  }

  private func subject(_ place: PayloadPlace) -> IssueSubject {
    place.name.isEmpty ? .object(type: "the schema's") : .property(keyPath: place.name)
  }

  private func words(_ place: PayloadPlace) -> String {
    place.name.isEmpty ? "JSON object" : "Value for key path [\(place.name)]"
  }
}

extension DecodingError {
  /// What a type said when it threw this error.
  fileprivate var words: String {
    switch self {
    case .typeMismatch(_, let context), .valueNotFound(_, let context),
      .keyNotFound(_, let context), .dataCorrupted(let context):
      context.debugDescription
    @unknown default: "\(self)"
    }
  }
}
