public import Foundation

/// Why nothing could be derived from a `Decodable` type.
public struct DerivationError: LocalizedError, CustomStringConvertible {
  /// The type whose `init(from:)` did not end with a value.
  public let type: any Any.Type
  /// Where it was decoded, from the derived type on: `$.user.kind`.
  public let path: String
  /// What happened, and what to do about it.
  public let reason: String

  public var description: String { "can't derive \(type) at \(path): \(reason)" }
  public var errorDescription: String? { description }

  init(_ type: any Any.Type, at path: String, _ reason: String) {
    self.type = type
    self.path = path
    self.reason = reason
  }
}
