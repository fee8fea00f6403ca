/// The objects of a table by their ids. Keeps the table alive, as its identity is what they are found by.
///
/// Definitions can be dropped in any order: of those of one id that are left, the last counts.
final class DefinedObjects<ID: Hashable, Object: AnyObject> {
  private struct Definition {
    /// Nil: dropped.
    var object: Object?
    /// The definition of the same id before this one; -1: none.
    let earlier: Int
  }

  private let table: ReferenceTable<ID, Object>
  private var definitions: [Definition] = []
  /// The last definition of each id, or one after it that was dropped.
  private var last: [ID: Int] = [:]

  init(of table: ReferenceTable<ID, Object>) { self.table = table }

  /// Returns the definition's number, for `drop`.
  func define(_ object: Object, as id: ID) -> Int {
    let earlier = last.updateValue(definitions.count, forKey: id) ?? -1
    definitions.append(Definition(object: object, earlier: earlier))
    return definitions.count - 1
  }

  func drop(_ number: Int) { definitions[number].object = nil }

  /// Steps over dropped definitions, each once.
  subscript(id: ID) -> Object? {
    guard let start = last[id] else { return nil }
    var number = start
    while number >= 0, definitions[number].object == nil { number = definitions[number].earlier }
    if number != start { last[id] = number < 0 ? nil : number }
    return number < 0 ? nil : definitions[number].object
  }
}
