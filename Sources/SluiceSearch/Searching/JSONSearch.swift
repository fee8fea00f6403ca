public import Sluice

/// Finds a model wherever it is in a document: what ``Search`` and ``JSONParser`` have in common.
///
/// What is found: the top-most objects that make a model, in the order of the text. Nothing inside a
/// match is looked at; the keys around one do not matter.
///
/// An object without one of the mandatory keys is told by its keys alone, and nothing of it is read.
/// A search takes no stack for nesting.
public protocol JSONSearch<Model> {
  /// What is looked for.
  associatedtype Model

  /// Calls `body` with each model below `cursor`, until it answers false.
  ///
  /// Cost: one pass over the keys of the objects that are not within a match, and what the matches
  /// take. Objects that nearly matched go to `nearMisses`, when somebody wants them. Throws what
  /// `body` throws, and a `JSONError` for text that is not JSON.
  func forEachMatch(
    in cursor: JSONCursor, nearMisses: NearMissList?, _ body: (Model) throws -> Bool
  ) throws
}

extension JSONSearch {
  /// All models below `cursor`. Throws a `JSONError` for text that is not JSON.
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

  /// The first model below `cursor`, or nil. What lies behind it is not looked at, but for the keys of
  /// the objects around it. Throws a `JSONError` for text that is not JSON.
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
