public import Sluice

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// Why a rule rejected a value: a chain of causes, from the outermost object to the value at fault.
///
/// ```
/// Unable to validate optional field "folders" for Folder.
/// Unable to validate array of Folder: item #0 could not be validated.
/// Unable to validate mandatory field "size" for Folder.
/// Value of unexpected type found: "256 Error!". Expected Int64.
/// ```
///
/// ``path``, ``expected``, ``found`` and ``offset`` have the same information in parts, ``summary``
/// in one line. A text is made only when it is read. It quotes at most 60 bytes of the value at
/// fault, and never its neighbours.
public indirect enum RuleError: Error, Sendable {
  /// The value is not what the rule expects.
  case invalidJSONType(Message, RuleError?)
  /// A required field is missing or null, or a value is not one of those allowed.
  case expectedNotFound(Message, RuleError?)
  /// A string does not hold the JSON that it should.
  case invalidJSONSerialization(Message, JSONError)
  /// JSON can't express a value.
  case invalidDump(Message, RuleError?)
  /// A requirement does not hold.
  case unmetRequirement(Message, RuleError?)
}

extension RuleError {
  /// This error's own text, without its cause.
  public var message: Message {
    switch self {
    case .invalidJSONType(let message, _), .expectedNotFound(let message, _),
      .invalidJSONSerialization(let message, _), .invalidDump(let message, _),
      .unmetRequirement(let message, _):
      message
    }
  }

  /// The cause of this error.
  public var cause: RuleError? {
    switch self {
    case .invalidJSONType(_, let cause), .expectedNotFound(_, let cause),
      .invalidDump(_, let cause),
      .unmetRequirement(_, let cause):
      cause
    case .invalidJSONSerialization: nil
    }
  }

  /// This error and all its causes, the outermost first.
  public func unwindStack() -> [any Error] { chain }

  var chain: [RuleError] {
    var chain = [self]
    var next = cause
    while let error = next {
      chain.append(error)
      next = error.cause
    }
    return chain
  }
}

extension RuleError: CustomStringConvertible {
  /// The messages of the whole chain, one on each line.
  public var description: String {
    chain.map { error in
      if case .invalidJSONSerialization(let message, let fault) = error {
        return "\(message)\n\(fault)"
      }
      return error.message.description
    }.joined(separator: "\n")
  }
}

extension RuleError: LocalizedError {
  /// The summary.
  public var errorDescription: String? { summary }

  /// The messages of the whole chain, one on each line.
  public var failureReason: String? { description }
}
