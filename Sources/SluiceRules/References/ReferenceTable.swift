/// Objects of one kind by their ids: what references lead to.
///
/// ```swift
/// let people = ReferenceTable<Int, Person>()
/// let personRule = ClassRule(Person())
///   .define(in: people, "id", IntRule)
///   .optionalReference("boss", to: people, IntRule) { $0.boss = $1 }
/// let everybody = ArrayRule(itemRule: personRule).resolvingReferences()
/// ```
///
/// The table itself holds nothing: what a document defines is kept in its ``ReferenceScope``.
public final class ReferenceTable<ID: Hashable, Object: AnyObject>: Sendable {
  public init() {}
}
