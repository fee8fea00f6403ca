/// A table's objects by id. Keeps the table alive, because its identity is the key under which they
/// are found.
///
/// Definitions can be dropped in any order: the last remaining definition of an id counts.
final class DefinedObjects<ID: Hashable, Object: AnyObject> {
  private struct Definition {
    /// The object; nil after it was dropped.
    var object: Object?
    /// The earlier definition of the same id; -1 if there is no such definition.
    let earlier: Int
  }

  private let table: ReferenceTable<ID, Object>
  private var definitions: [Definition] = []
  /// The last definition of each id, or a later one that was dropped.
  private var last: [ID: Int] = [:]

  init(of table: ReferenceTable<ID, Object>) { self.table = table }

  /// Returns the definition's number, for `drop`.
  func define(_ object: Object, as id: ID) -> Int {
    let earlier = last.updateValue(definitions.count, forKey: id) ?? -1
    definitions.append(Definition(object: object, earlier: earlier))
    return definitions.count - 1
  }

  func drop(_ number: Int) { definitions[number].object = nil }

  /// Skips dropped definitions, each once.
  subscript(id: ID) -> Object? {
    guard let start = last[id] else { return nil }
    var number = start
    while number >= 0, definitions[number].object == nil { number = definitions[number].earlier }
    if number != start { last[id] = number < 0 ? nil : number }
    return number < 0 ? nil : definitions[number].object
  }
}
