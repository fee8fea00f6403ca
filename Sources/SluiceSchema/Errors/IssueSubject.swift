import Sluice

/// The value that an error is about, and its name in messages.
enum IssueSubject {
  /// A declared property.
  case property(keyPath: String)
  /// An element or entry, or a document, that must be of this type.
  case object(type: String)

  var keyPath: String { if case .property(let keyPath) = self { keyPath } else { "" } }

  var isOfIncorrectType: String {
    switch self {
    case .property(let keyPath): "Value for key path [\(keyPath)] is of incorrect type"
    case .object(let type): "JSON object was not of type: \(type)"
    }
  }

  private var name: String {
    switch self {
    case .property(let keyPath): "Value for key path [\(keyPath)]"
    case .object: "JSON object"
    }
  }

  /// Returns the issues of a value. Nil when the error is not about a value, and ends the parsing.
  func nodes(for error: any Error, _ finding: ValueFinding) -> [IssueNode]? {
    switch error {
    case let error as ParserError:
      guard case .validation(let reason) = error else { return nil }
      return nodes(for: reason, finding)
    case let error as JSONError:
      guard error.isAboutValue else { return nil }
      return [IssueNode(.here, leaf(for: error, finding))]
    case let error as ValueFaults: return nodes(for: error)
    default: return nil
    }
  }

  private func nodes(for reason: ParserError.Reason, _ finding: ValueFinding) -> [IssueNode] {
    guard let nodes = reason.nodes else {
      let leaf = IssueNode.Leaf(
        keyPath: keyPath, expected: "a value that its decoder takes", found: finding.found,
        offset: finding.offset, reason: reason.description)
      return [IssueNode(.here, leaf)]
    }
    guard case .property = self, nodes.count == 1, case .leaf(var leaf) = nodes[0].content,
      leaf.isWholeValue
    else { return nodes }
    leaf.keyPath = keyPath
    leaf.reason = isOfIncorrectType
    leaf.isWholeValue = false
    return [IssueNode(nodes[0].place, leaf)]
  }

  private func nodes(for faults: ValueFaults) -> [IssueNode] {
    let subject = IssueSubject.object(type: faults.expected)
    return faults.faults.map { fault in
      let place: IssueNode.IssueLocation =
        switch fault.place {
        case .element(let index): .element(index, parser: faults.expected)
        case .entry(let key): .entry(key, parser: faults.expected)
        }
      return IssueNode(place, subject.nodes(for: fault.error, fault.finding) ?? [])
    }
  }

  private func leaf(for error: JSONError, _ finding: ValueFinding) -> IssueNode.Leaf {
    let words = error.expectation.words
    var leaf = IssueNode.Leaf(
      keyPath: keyPath, expected: words.isEmpty ? error.summary : words, found: finding.found,
      offset: finding.offset, reason: "")
    switch error.code {
    case .typeMismatch where !finding.isInside: leaf.reason = isOfIncorrectType
    case .numberOutOfRange where !finding.isInside: leaf.reason = "\(name) does not fit \(words)"
    case .invalidValue:
      leaf.expected = error.detail?.name ?? "a valid value"
      leaf.reason = invalid(leaf.expected, error.detail?.reason)
    case .typeMismatch, .numberOutOfRange:
      leaf.reason = "\(name) is not valid: \(error.summary), found \(finding.found)"
    default: leaf.reason = "\(name) is not valid: \(error.summary)"
    }
    return leaf
  }

  private func invalid(_ expected: String, _ reason: String?) -> String {
    switch self {
    case .property(let keyPath) where expected == "a URL":
      "Required key path [\(keyPath)] could not be parsed to valid URL"
    default: "\(name) could not be parsed to \(expected)" + (reason.map { ": \($0)" } ?? "")
    }
  }
}
