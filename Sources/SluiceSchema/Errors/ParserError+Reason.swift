import Sluice

extension ParserError {
  /// What is wrong: a text, or the issues from which a text is made on demand.
  public struct Reason: Sendable {
    private enum Contents: Sendable {
      case text(String)
      case issues([IssueNode])
      case json(JSONError)
    }

    private let content: Contents

    /// Creates a reason with this text.
    public init(_ text: String) { content = .text(text) }

    init(_ issues: [IssueNode]) { content = .issues(issues) }
    init(_ error: JSONError) { content = .json(error) }

    /// The issues; nil for a text.
    var nodes: [IssueNode]? { if case .issues(let nodes) = content { nodes } else { nil } }

    var issues: [Issue] {
      guard case .issues(let nodes) = content else { return [] }
      var issues: [Issue] = []
      for node in nodes { node.list(in: "$", to: &issues) }
      return issues
    }

    var firstOffset: Int? {
      switch content {
      case .text: nil
      case .issues(let nodes): nodes.first?.firstLeaf?.offset
      case .json(let error): error.offset
      }
    }

    var jsonError: JSONError? { if case .json(let error) = content { error } else { nil } }
  }
}

extension ParserError.Reason: CustomStringConvertible {
  /// The text. O(its length).
  public var description: String {
    switch content {
    case .text(let text): return text
    case .issues(let nodes):
      var text = ""
      for node in nodes { node.write(to: &text) }
      return text
    case .json(let error):
      return "JSON data deserialization failed with error: \"\(error)\""
    }
  }
}

extension ParserError.Reason: ExpressibleByStringInterpolation {
  public init(stringLiteral value: String) { self.init(value) }
}

extension ParserError.Reason: Equatable {
  /// Returns whether both have the same text.
  public static func == (left: Self, right: Self) -> Bool { left.description == right.description }
}
