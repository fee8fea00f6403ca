/// Objects of one kind, by id: the targets of references.
///
/// ```swift
/// let people = ReferenceTable<Int, Person>()
/// let personRule = ClassRule(Person())
///   .define(in: people, "id", IntRule)
///   .optionalReference("boss", to: people, IntRule) { $0.boss = $1 }
/// let everybody = ArrayRule(itemRule: personRule).resolvingReferences()
/// ```
///
/// The table itself is empty: a document's definitions are in its ``ReferenceScope``.
public final class ReferenceTable<ID: Hashable, Object: AnyObject>: Sendable {
  public init() {}
}
