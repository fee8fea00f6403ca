/// The objects that a document, or several, defined, and the references that wait for theirs.
///
/// ``Rule/resolvingReferences()`` makes one for each document. One of your own gathers over several
/// documents, which may refer to each other:
///
/// ```swift
/// let scope = ReferenceScope()
/// let departments = try departmentsRule.validateData(departmentsData, in: scope)
/// let employees = try employeesRule.validateData(employeesData, in: scope)
/// try scope.resolve()
/// ```
///
/// Not Sendable: it holds the objects of one thread.
public final class ReferenceScope {
  private enum Entry {
    case defined(undo: () -> Void)
    case pending(PendingReference)
  }

  /// The objects of a table, which is kept alive, as its identity is what they are found by.
  private final class Objects<ID: Hashable, Object: AnyObject> {
    let table: ReferenceTable<ID, Object>
    var byID: [ID: Object] = [:]
    init(of table: ReferenceTable<ID, Object>) { self.table = table }
  }

  private var tables: [ObjectIdentifier: AnyObject] = [:]
  /// What was done, in order, so that it can be undone when the objects are dropped.
  private var journal: [Entry] = []

  public init() {}

  /// Hands each reference the object that it names. Throws ``RuleError/expectedNotFound(_:_:)`` for
  /// the first that names none; the scope then holds none any more.
  public func resolve() throws { try resolve { _ in nil } }

  func resolve(path: (Int) -> String?) throws {
    let entries = journal
    journal.removeAll()
    for case .pending(let reference) in entries { try reference.bind(path) }
  }

  /// The object of an id that was defined so far.
  public func object<ID, Object>(_ id: ID, in table: ReferenceTable<ID, Object>) -> Object? {
    objects(of: table).byID[id]
  }

  /// Defines an object by hand: one that is known before any document. Of two objects with one id
  /// the last counts.
  public func define<ID, Object>(
    _ object: Object, as id: ID, in table: ReferenceTable<ID, Object>
  ) {
    let objects = objects(of: table)
    let before = objects.byID.updateValue(object, forKey: id)
    journal.append(.defined { objects.byID[id] = before })
  }

  func add(_ reference: PendingReference) { journal.append(.pending(reference)) }

  var journalCount: Int { journal.count }

  func drop(behind count: Int) {
    while journal.count > count {
      if case .defined(let undo)? = journal.popLast() { undo() }
    }
  }

  private func objects<ID, Object>(of table: ReferenceTable<ID, Object>) -> Objects<ID, Object> {
    let key = ObjectIdentifier(table)
    if let known = tables[key] as? Objects<ID, Object> { return known }
    let made = Objects(of: table)
    tables[key] = made
    return made
  }
}

/// A reference that waits for its object.
struct PendingReference {
  /// Binds the object, or throws; gets a way to tell the path of an offset.
  let bind: (_ path: (Int) -> String?) throws -> Void
}
