/// The objects that one or several documents define, and the unresolved references to them.
///
/// ``Rule/resolvingReferences()`` makes one for each document. Make your own for several documents
/// that refer to each other:
///
/// ```swift
/// let scope = ReferenceScope()
/// let departments = try departmentsRule.validateData(departmentsData, in: scope)
/// let employees = try employeesRule.validateData(employeesData, in: scope)
/// try scope.resolve()
/// ```
///
/// Not Sendable, because it holds the objects of one thread.
public final class ReferenceScope {
  private enum Entry {
    case defined(drop: () -> Void)
    case pending(PendingReference)
    /// The last entry of a dropped run of this length.
    case dropped(Int)
  }

  private var tables: [ObjectIdentifier: AnyObject] = [:]
  /// The definitions and references in order, so that they can be dropped with their objects.
  private var journal: [Entry] = []
  /// The number of resolved entries, which is also the number of the journal's first entry.
  private var resolved = 0

  public init() {}

  /// Passes each reference the object that it names. Throws ``RuleError/expectedNotFound(_:_:)``
  /// for the first unknown id; the remaining references are dropped.
  public func resolve() throws { try resolve { _ in nil } }

  func resolve(path: (Int) -> String?) throws {
    let entries = journal
    resolved += journal.count
    journal.removeAll()
    for case .pending(let reference) in entries { try reference.bind(path) }
  }

  /// Returns the object defined so far for an id.
  public func object<ID, Object>(_ id: ID, in table: ReferenceTable<ID, Object>) -> Object? {
    objects(of: table)[id]
  }

  /// Defines an object directly, before any document is read. The last of several objects with the
  /// same id counts.
  public func define<ID, Object>(
    _ object: Object, as id: ID, in table: ReferenceTable<ID, Object>
  ) {
    let objects = objects(of: table)
    let number = objects.define(object, as: id)
    journal.append(.defined { objects.drop(number) })
  }

  func add(_ reference: PendingReference) { journal.append(.pending(reference)) }

  /// The number of entries so far, including resolved ones.
  var journalCount: Int { resolved + journal.count }

  /// Drops all entries after the first `count`.
  func drop(behind count: Int) {
    guard journalCount > count else { return }
    drop(count..<journalCount)
    journal.removeSubrange(max(count - resolved, 0)...)
  }

  /// Drops the entries of a value that was replaced by another. Ranges are nested or disjoint.
  /// O(entries that were not dropped before).
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

/// An unresolved reference.
struct PendingReference {
  /// Binds the object, or throws. The argument returns the path of an offset.
  let bind: (_ path: (Int) -> String?) throws -> Void
}
