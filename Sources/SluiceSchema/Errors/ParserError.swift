public import Sluice

/// Why a payload was rejected.
///
/// ```
/// Parser Validation Error - Required key path [name] was missing or null
/// Error parsing array object at index 1 with parser [Address]
/// Value for key path [zip] is of incorrect type
/// --
/// ```
///
/// A validation error lists *everything* that is wrong with the payload, in the schema's order.
public enum ParserError: Error {
  /// The bytes are not JSON.
  case deserialization(failureReason: Reason)
  /// The JSON does not match the schema.
  case validation(failureReason: Reason)
}

extension ParserError {
  /// Returns a validation error with a text made at run time.
  public static func validation(failureReason text: String) -> ParserError {
    .validation(failureReason: Reason(text))
  }

  /// Returns a deserialization error with a text made at run time.
  public static func deserialization(failureReason text: String) -> ParserError {
    .deserialization(failureReason: Reason(text))
  }

  /// What is wrong, without the name of the error.
  public var failureReason: String { reason.description }

  /// The individual issues, in the order of the text. Empty for bytes that are not JSON, and for an
  /// error that a decoder made from a text until a schema has passed it on.
  public var issues: [Issue] { reason.issues }

  /// For bytes that are not JSON: what was expected and found, with line and column.
  public var jsonError: JSONError? { reason.jsonError }

  fileprivate var reason: Reason {
    switch self {
    case .deserialization(let reason), .validation(let reason): reason
    }
  }

  /// For bytes that are not JSON.
  init(_ error: JSONError) { self = .deserialization(failureReason: Reason(error)) }

  init(_ nodes: [IssueNode]) { self = .validation(failureReason: Reason(nodes)) }

  /// The same error of a text that begins `distance` bytes later.
  func moved(by distance: Int) -> ParserError {
    guard case .validation(let reason) = self, let nodes = reason.nodes, distance != 0 else {
      return self
    }
    return ParserError(nodes.map { $0.moved(by: distance) })
  }
}

extension ParserError: CustomStringConvertible, CustomDebugStringConvertible {
  public var description: String {
    switch self {
    case .deserialization(let reason): "Parser Deserialization Error - \(reason)"
    case .validation(let reason): "Parser Validation Error - \(reason)"
    }
  }

  public var debugDescription: String { description }
}

extension ParserError: ValueError {
  /// Whether it is about a value. Only validation errors are collected: any other ends the parsing
  /// at once.
  package var isAboutValue: Bool {
    if case .validation = self { true } else { false }
  }
}

extension ParserError: LocatedError {
  /// The offset of the first issue's value; nil when unknown.
  public var offset: Int? { reason.firstOffset }
}
