public import Sluice

/// A rule for objects: the superclass of ``ClassRule`` and ``StructRule``.
///
/// `T` is the rule's value, `RefT` the argument of its bind closures. All fields are read and
/// checked first: the required ones, then the mandatory ones, then the optional ones, each group in
/// the order of its declarations. Only if all are good, the factory is called once and the values
/// are bound, the mandatory ones first. Missing and `null` are the same. The last of several
/// duplicate keys counts. Undeclared fields are skipped.
///
/// The fields are compiled into one table at the first use, and an object is read in one pass. You
/// can declare more fields later, from any thread: the rule is compiled again at its next use.
///
/// Cost: allocates only for the factory and the values.
nonisolated open class ObjectRule<T, RefT>: Rule, @unchecked Sendable {
  public typealias V = T

  @usableFromInline let draft: ObjectDraft<T, RefT>
  @usableFromInline let read: @Sendable (JSONPosition) throws -> T

  /// Made where the types are known, so that `read` is specialised there.
  @usableFromInline
  init(_ draft: ObjectDraft<T, RefT>, _ read: @escaping @Sendable (JSONPosition) throws -> T) {
    self.draft = draft
    self.read = read
  }

  /// Creates a rule that makes a `RefT`, binds the fields to it, and returns its `value`.
  @inlinable
  public init(
    _ factory: @autoclosure @escaping @Sendable () throws -> RefT,
    value: @escaping @Sendable (RefT) -> T
  ) {
    let draft = ObjectDraft<T, RefT>()
    self.draft = draft
    read = { position in
      try unsafe draft.plan._withUnsafeGuaranteedRef { plan in
        try plan.value(at: position, factory, value)
      }
    }
  }

  /// Makes a `T` from an object. Throws ``RuleError`` for the first field that is missing or wrong,
  /// and errors of the factory or a bind closure.
  open func validate(_ json: JSONCursor) throws -> T { try read(json.position) }

  /// Returns the fields that have a dump closure, as an object. Throws ``RuleError``.
  open func dump(_ value: T) throws -> JSON {
    try unsafe draft.plan._withUnsafeGuaranteedRef { try $0.dumping.dump(value) }
  }

  /// Writes the same object field by field, without making it first.
  open func write(_ value: T, to writer: inout JSONWriter) throws {
    try unsafe draft.plan._withUnsafeGuaranteedRef { try $0.dumping.write(value, to: &writer) }
  }
}

/// A rule that makes instances of a class from JSON objects.
///
/// ```swift
/// let folderRule = ClassRule(Folder())
///   .expect("title", .string) { $0.name = $1 }
///   .expect("size", .int64) { $0.size = $1 }
/// folderRule.optional("folders", ArrayRule(itemRule: folderRule)) { $0.folders = $1 }
/// ```
nonisolated open class ClassRule<T>: ObjectRule<T, T>, @unchecked Sendable {
  /// Creates a rule. The factory is called once for each object, after all its fields were found
  /// good.
  @inlinable
  public init(_ factory: @autoclosure @escaping @Sendable () throws -> T) {
    let draft = ObjectDraft<T, T>()
    super.init(draft) { position in
      try unsafe draft.plan._withUnsafeGuaranteedRef { plan in
        try plan.value(at: position, factory) { $0 }
      }
    }
  }

  /// The same, with the fields declared in statements, which the compiler checks one at a time.
  @inlinable
  public convenience init(
    _ factory: @autoclosure @escaping @Sendable () throws -> T,
    _ declare: (ClassRule<T>) throws -> Void
  ) rethrows {
    self.init(try factory())
    try declare(self)
  }
}

/// A rule that makes structs, tuples or scalars from JSON objects.
///
/// ```swift
/// let folderRule = StructRule(ValueBox(Folder(name: "", size: 0)))
///   .expect("title", StringRule) { $0.value.name = $1 }
///   .expect("size", Int64Rule) { $0.value.size = $1 }
/// ```
///
/// The struct needs settable properties; otherwise see ``MakeRule``.
nonisolated open class StructRule<T>: ObjectRule<T, ValueBox<T>>, @unchecked Sendable {
  /// Creates a rule. The factory is called once for each object, after all its fields were found
  /// good.
  @inlinable
  public init(_ factory: @autoclosure @escaping @Sendable () throws -> ValueBox<T>) {
    let draft = ObjectDraft<T, ValueBox<T>>()
    super.init(draft) { position in
      try unsafe draft.plan._withUnsafeGuaranteedRef { plan in
        try plan.value(at: position, factory) { $0.value }
      }
    }
  }

  /// The same, with the fields declared in statements, which the compiler checks one at a time.
  ///
  /// ```swift
  /// let folderRule = StructRule(ValueBox(Folder())) { rule in
  ///   rule.expect("title", StringRule, \.name)
  ///   rule.optional("size", Int64Rule, \.size)
  ///   rule.optional("folders", ArrayRule(itemRule: rule), \.folders)
  /// }
  /// ```
  @inlinable
  public convenience init(
    _ factory: @autoclosure @escaping @Sendable () throws -> ValueBox<T>,
    _ declare: (StructRule<T>) throws -> Void
  ) rethrows {
    self.init(try factory())
    try declare(self)
  }
}
