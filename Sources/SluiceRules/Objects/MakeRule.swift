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
    _ declare: (inout MakeFields<T>) throws -> @Sendable (FieldValues) throws -> T
  ) rethrows {
    var fields = MakeFields<T>()
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
    return try make(FieldValues(unchecked: frame.slots, owner: owner))
  }

  public func dump(_ value: T) throws -> JSON { try dumping.dump(value) }

  public func write(_ value: T, to writer: inout JSONWriter) throws {
    try dumping.write(value, to: &writer)
  }
}

/// Declares the fields of a ``MakeRule``.
public struct MakeFields<T> {
  @usableFromInline var layout = FieldLayout()
  @usableFromInline var declared: [DeclaredField] = []
  @usableFromInline var dumps: [DumpField<T>] = []

  init() {}

  /// Declares a field that must not be missing or null. It is not dumped.
  @inlinable
  public mutating func expect<R: Rule>(_ path: JSONPath, _ rule: R) -> FieldSlot<R.V> {
    add(
      .mandatory, path,
      PlanField(
        path.fieldPath, by: rule, in: &layout, takesNull: rule.acceptsNull, absent: nil))
  }

  /// Declares a field that must not be missing or null, and how it is dumped.
  @inlinable
  public mutating func expect<R: Rule>(
    _ path: JSONPath, _ rule: R, dump: @escaping @Sendable (T) throws -> R.V
  ) -> FieldSlot<R.V> {
    dumps.append(DumpField(.mandatory, path, rule, dump))
    return expect(path, rule)
  }

  /// Declares a field that may be missing or null, and is nil then. It is not dumped.
  @inlinable
  public mutating func optional<R: Rule>(_ path: JSONPath, _ rule: R) -> FieldSlot<R.V?> {
    add(
      .optional, path,
      PlanField(
        path.fieldPath, orNilBy: rule, in: &layout, takesNull: rule.acceptsNull))
  }

  /// Declares a field that may be missing or null, and how it is dumped; nil is omitted.
  @inlinable
  public mutating func optional<R: Rule>(
    _ path: JSONPath, _ rule: R, dump: @escaping @Sendable (T) throws -> R.V?
  ) -> FieldSlot<R.V?> {
    dumps.append(DumpField(.optional, path, rule, nils: .omitted, dump))
    return optional(path, rule)
  }

  /// Declares a field that may be missing or null, and how it is dumped: nil as `null`.
  @inlinable
  public mutating func forceOptional<R: Rule>(
    _ path: JSONPath, _ rule: R, dump: @escaping @Sendable (T) throws -> R.V?
  ) -> FieldSlot<R.V?> {
    dumps.append(DumpField(.optional, path, rule, nils: .null, dump))
    return optional(path, rule)
  }

  /// Declares a field that is `ifNotFound` when it is missing or null. It is not dumped.
  @inlinable
  public mutating func optional<R: Rule>(
    _ path: JSONPath, _ rule: R, ifNotFound: R.V
  ) -> FieldSlot<R.V> where R.V: Sendable {
    add(
      .optional, path,
      PlanField(
        path.fieldPath, by: rule, in: &layout, takesNull: rule.acceptsNull,
        absent: { $0.initialize(to: ifNotFound) }))
  }

  /// Declares a field that is `ifNotFound` when it is missing or null, and how it is dumped; nil is
  /// omitted.
  @inlinable
  public mutating func optional<R: Rule>(
    _ path: JSONPath, _ rule: R, ifNotFound: R.V, dump: @escaping @Sendable (T) throws -> R.V?
  ) -> FieldSlot<R.V> where R.V: Sendable {
    dumps.append(DumpField(.optional, path, rule, nils: .omitted, dump))
    return optional(path, rule, ifNotFound: ifNotFound)
  }

  /// Checks a field: see ``ObjectRule/required(_:_:requirement:)``.
  @inlinable
  public mutating func required<R: Rule>(
    _ path: JSONPath, _ rule: R, requirement: @escaping @Sendable (R.V) throws -> Bool
  ) {
    let _: FieldSlot<Void> = add(
      .required, path,
      PlanField(
        path.fieldPath, of: Void.self, in: &layout, takesNull: rule.acceptsNull, absent: nil
      ) { cursor in
        guard try requirement(rule.validate(cursor)) else { throw FieldFault.unmet }
      })
  }

  @usableFromInline
  mutating func add<Value>(
    _ kind: FieldKind, _ path: JSONPath, _ field: PlanField
  ) -> FieldSlot<Value> {
    declared.append(DeclaredField(kind, path, field))
    return FieldSlot(offset: field.offset, owner: layout.owner)
  }
}
