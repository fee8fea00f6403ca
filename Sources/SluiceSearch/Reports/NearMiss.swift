import Sluice

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// An object that is nearly a model: it has some of the mandatory fields, or all of them but with
/// values that make no model.
///
/// ```
/// Account at $.data[3] lacks legs_length (line 7, column 5)
/// ```
public struct NearMiss: Error, Sendable, Hashable {
  /// A field whose value could not be read, or the whole object.
  public struct Rejection: Sendable, Hashable, CustomStringConvertible {
    /// The field; nil when all fields could be read, and the object was rejected.
    public let field: String?
    /// What was expected and found.
    public let reason: String

    @usableFromInline
    init(field: String?, reason: String) {
      self.field = field
      self.reason = reason
    }

    public var description: String { (field.map { "\($0): " } ?? "") + reason }
  }

  /// The name of the model's type.
  public let model: String
  /// The mandatory fields that the object lacks. A null field is not missing.
  public let missing: [String]
  /// The optional fields that the object lacks.
  public let missingOptional: [String]
  /// Why the object is not a model though it has all mandatory fields.
  public let rejection: Rejection?
  /// The object's path in its document, such as `$.data[3]`.
  public let path: String
  /// The line, counted from 1.
  public let line: Int
  /// The column in Unicode scalars, counted from 1.
  public let column: Int
  /// The offset of the object's first byte; see `JSONCursor.offset`.
  public let offset: Int
}

extension NearMiss: LocalizedError {
  /// The description.
  public var errorDescription: String? { description }
}

extension NearMiss: CustomStringConvertible {
  public var description: String {
    var text = "\(model) at \(path)"
    if !missing.isEmpty {
      text += " lacks " + missing.joined(separator: ", ")
    } else if let rejection {
      text += " refused: \(rejection)"
    } else {
      text += " refused: the parser made nothing of it"
    }
    return text + " (line \(line), column \(column))"
  }
}

/// Collects the objects that nearly matched, each once, in the order of the text.
///
/// ```swift
/// let nearMisses = NearMissList()
/// let accounts = try accountSearch.parseAll(data, nearMisses: nearMisses)
/// for miss in nearMisses.all { report(miss) }
/// ```
/// Costs another pass over the keys of each, and one pass over the text up to the last one.
public final class NearMissList {
  /// The first near misses, at most `limit`.
  public private(set) var all: [NearMiss] = []
  /// The number of near misses.
  public private(set) var count = 0
  /// The number of near misses to keep.
  public let limit: Int

  public init(limit: Int = 1000) { self.limit = max(limit, 0) }

  /// Removes all near misses, so that the list can be used for the next document.
  public func removeAll() {
    all.removeAll()
    count = 0
  }

  func add(_ miss: () throws(JSONError) -> NearMiss) throws(JSONError) {
    count += 1
    if all.count < limit { all.append(try miss()) }
  }
}
