public import Sluice

/// A rule that makes a value from a JSON object with one call of its initialiser. For structs with
/// `let` properties, and other values that can't be built in steps.
///
/// ```swift
/// let personRule = MakeRule<Person> { fields in
///   let id = fields.expect("id", IntRule) { $0.id }
///   let nick = fields.optional("nick", StringRule) { $0.nick }
///   return { Person(id: $0[id], nick: $0[nick]) }
/// }
/// ```
///
/// Each declared field returns a slot, and the compiler checks the types of the slots. Fields are
/// read and checked in the order and with the errors of ``ObjectRule``. Errors of the closure are
/// rethrown unchanged.
///
/// Cost: allocates only for the values themselves.
public final class MakeRule<T>: Rule, @unchecked Sendable {
  public typealias V = T

  @usableFromInline let reading: ReadPlan
  @usableFromInline let owner: Int
  @usableFromInline let make: @Sendable (FieldValues) throws -> T
  private let dumping: DumpPlan<T>

  /// `declare` is called once, immediately. The closure it returns is called for each object.
  public init(
    _ declare: (inout Fields) throws -> @Sendable (FieldValues) throws -> T
  ) rethrows {
    var fields = Fields()
    make = try declare(&fields)
    owner = fields.layout.owner
    let kinds: [FieldKind] = [.required, .mandatory, .optional]
    reading = ReadPlan(
      kinds.flatMap { kind in fields.declared.filter { $0.kind == kind } }, fields.layout,
      making: T.self)
    dumping = DumpPlan(fields.dumps)
  }

  /// Makes a `T` from an object. Throws ``RuleError`` for the first field that is missing or wrong.
  @inlinable
  public func validate(_ json: JSONCursor) throws -> T {
    let frame = try reading.read(json.position)
    defer { frame.end() }
    return try unsafe make(FieldValues(unchecked: frame.slots, owner: owner))
  }

  public func dump(_ value: T) throws -> JSON { try dumping.dump(value) }

  public func write(_ value: T, to writer: inout JSONWriter) throws {
    try dumping.write(value, to: &writer)
  }
}
