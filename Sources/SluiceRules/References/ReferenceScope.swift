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
    case defined(drop: () -> Void)
    case pending(PendingReference)
    /// The last entry of a run of this length that was dropped.
    case dropped(Int)
  }

  private var tables: [ObjectIdentifier: AnyObject] = [:]
  /// What was done, in order, so that it can be dropped with the objects that did it.
  private var journal: [Entry] = []
  /// How many entries were resolved: the journal's first has this number.
  private var resolved = 0

  public init() {}

  /// Hands each reference the object that it names. Throws ``RuleError/expectedNotFound(_:_:)`` for
  /// the first that names none; the scope then holds none any more.
  public func resolve() throws { try resolve { _ in nil } }

  func resolve(path: (Int) -> String?) throws {
    let entries = journal
    resolved += journal.count
    journal.removeAll()
    for case .pending(let reference) in entries { try reference.bind(path) }
  }

  /// The object of an id that was defined so far.
  public func object<ID, Object>(_ id: ID, in table: ReferenceTable<ID, Object>) -> Object? {
    objects(of: table)[id]
  }

  /// Defines an object by hand: one that is known before any document. Of two objects with one id
  /// the last counts.
  public func define<ID, Object>(
    _ object: Object, as id: ID, in table: ReferenceTable<ID, Object>
  ) {
    let objects = objects(of: table)
    let number = objects.define(object, as: id)
    journal.append(.defined { objects.drop(number) })
  }

  func add(_ reference: PendingReference) { journal.append(.pending(reference)) }

  /// How many entries there were so far, resolved ones included.
  var journalCount: Int { resolved + journal.count }

  /// Forgets what came after the first `count` entries.
  func drop(behind count: Int) {
    guard journalCount > count else { return }
    drop(count..<journalCount)
    journal.removeSubrange(max(count - resolved, 0)...)
  }

  /// Forgets what a value did that another one replaced. Ranges lie in each other or apart. O(entries
  /// that were not dropped before).
  func drop(_ numbers: Range<Int>) {
    let kept = numbers.clamped(to: resolved..<journalCount)
    guard !kept.isEmpty else { return }
    let range = kept.lowerBound - resolved..<kept.upperBound - resolved
    var end = range.upperBound
    while end > range.lowerBound {
      end -= 1
      switch journal[end] {
      case .defined(let drop): drop()
      case .pending: break
      case .dropped(let count):
        end -= count - 1
        continue
      }
      journal[end] = .dropped(1)
    }
    journal[range.upperBound - 1] = .dropped(range.count)
  }

  private func objects<ID, Object>(
    of table: ReferenceTable<ID, Object>
  ) -> DefinedObjects<ID, Object> {
    let key = ObjectIdentifier(table)
    if let known = tables[key] as? DefinedObjects<ID, Object> { return known }
    let made = DefinedObjects(of: table)
    tables[key] = made
    return made
  }
}

/// A reference that waits for its object.
struct PendingReference {
  /// Binds the object, or throws; gets a way to tell the path of an offset.
  let bind: (_ path: (Int) -> String?) throws -> Void
}
