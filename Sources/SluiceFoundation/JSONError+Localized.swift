public import Sluice

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// So that `localizedDescription` is the error's description, and not "The operation could not be
/// completed".
extension JSONError: LocalizedError {
  /// What was expected, where, and what was found.
  public var errorDescription: String? { description }
}
