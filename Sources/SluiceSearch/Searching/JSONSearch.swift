public import Sluice

/// Finds a model anywhere in a document. ``Search`` and ``JSONParser`` conform to this.
///
/// A search finds the outermost objects that make a model, in the order of the text. It skips the
/// inside of a match, and ignores the keys that enclose one.
///
/// An object that lacks a mandatory key is recognised by its keys alone; none of its values is
/// read. A search uses no stack for nesting.
public protocol JSONSearch<Model> {
  /// The type of the values to find.
  associatedtype Model

  /// Calls `body` with each model below `cursor`, until `body` returns false.
  ///
  /// Cost: one pass over the keys of the objects outside of matches, and reading the matches.
  /// Objects that nearly matched are added to `nearMisses`, unless it is nil. Throws errors of
  /// `body`, and a `JSONError` for text that is not JSON.
  func forEachMatch(
    in cursor: JSONCursor, nearMisses: NearMissList?, _ body: (Model) throws -> Bool
  ) throws
}

extension JSONSearch {
  /// Returns all models below `cursor`. Throws a `JSONError` for text that is not JSON.
  @inlinable
  public func parseAll(
    _ cursor: JSONCursor, nearMisses: NearMissList? = nil
  ) throws -> [Model] {
    var models: [Model] = []
    try forEachMatch(in: cursor, nearMisses: nearMisses) { model in
      models.append(model)
      return true
    }
    return models
  }

  /// Returns the first model below `cursor`, or nil. Reads nothing after it except the keys of the
  /// enclosing objects. Throws a `JSONError` for text that is not JSON.
  @inlinable
  public func parseFirst(
    _ cursor: JSONCursor, nearMisses: NearMissList? = nil
  ) throws -> Model? {
    var found: Model?
    try forEachMatch(in: cursor, nearMisses: nearMisses) { model in
      found = model
      return false
    }
    return found
  }
}
