public import Sluice

/// A rule for objects: what ``ClassRule`` and ``StructRule`` are.
///
/// `T` is what the rule makes, `RefT` what its bind closures get. All fields are read and checked
/// first: those that are required, then the mandatory ones, then the optional ones, each group in the
/// order of its declarations. Only when all are good is the factory called, once, and the values are
/// bound, the mandatory ones first. Missing and `null` are the same; of duplicate keys the last
/// counts; fields that nobody declared are stepped over.
///
/// The fields are compiled at the first use into one table, and an object is gone over once. A field
/// may be declared later, from any thread: the rule is then compiled again at its next use.
///
/// Cost: no allocation but what the factory and the values take.
nonisolated open class ObjectRule<T, RefT>: Rule, @unchecked Sendable {
  public typealias V = T

  @usableFromInline let draft: ObjectDraft<T, RefT>
  @usableFromInline let read: @Sendable (JSONPosition) throws -> T

  /// `read` is made where the types are known, so that it is specialised there.
  @usableFromInline
  init(_ draft: ObjectDraft<T, RefT>, _ read: @escaping @Sendable (JSONPosition) throws -> T) {
    self.draft = draft
    self.read = read
  }

  /// A rule that makes a `RefT`, binds the fields to it, and answers what `value` takes out of it.
  @inlinable
  public init(
    _ factory: @autoclosure @escaping @Sendable () throws -> RefT,
    value: @escaping @Sendable (RefT) -> T
  ) {
    let draft = ObjectDraft<T, RefT>()
    self.draft = draft
    read = { position in
      try draft.plan._withUnsafeGuaranteedRef { plan in
        try plan.value(at: position, factory, value)
      }
    }
  }

  /// Makes a `T` of an object. Throws ``RuleError`` for the first field that is missing or wrong;
  /// what the factory or a bind closure throws.
  open func validate(_ json: JSONCursor) throws -> T { try read(json.position) }

  /// The fields that have a dump closure, as an object. Throws ``RuleError``.
  open func dump(_ value: T) throws -> JSON {
    try draft.plan._withUnsafeGuaranteedRef { try $0.dumping.dump(value) }
  }

  /// Writes the same object field by field; nothing is made on the way.
  open func write(_ value: T, to writer: inout JSONWriter) throws {
    try draft.plan._withUnsafeGuaranteedRef { try $0.dumping.write(value, to: &writer) }
  }
}

/// A rule for objects of JSON that become instances of a class.
///
/// ```swift
/// let folderRule = ClassRule(Folder())
///   .expect("title", StringRule) { $0.name = $1 }
///   .expect("size", Int64Rule) { $0.size = $1 }
/// folderRule.optional("folders", ArrayRule(itemRule: folderRule)) { $0.folders = $1 }
/// ```
nonisolated open class ClassRule<T>: ObjectRule<T, T>, @unchecked Sendable {
  /// The factory is called once for each object, after all its fields were found good.
  @inlinable
  public init(_ factory: @autoclosure @escaping @Sendable () throws -> T) {
    let draft = ObjectDraft<T, T>()
    super.init(draft) { position in
      try draft.plan._withUnsafeGuaranteedRef { plan in
        try plan.value(at: position, factory) { $0 }
      }
    }
  }

  /// The same, with the fields declared in statements, of which each is an expression of its own for
  /// the compiler.
  @inlinable
  public convenience init(
    _ factory: @autoclosure @escaping @Sendable () throws -> T,
    _ declare: (ClassRule<T>) throws -> Void
  ) rethrows {
    self.init(try factory())
    try declare(self)
  }
}

/// A rule for objects of JSON that become structs, tuples or scalars.
///
/// ```swift
/// let folderRule = StructRule(ref(Folder(name: "", size: 0)))
///   .expect("title", StringRule) { $0.value.name = $1 }
///   .expect("size", Int64Rule) { $0.value.size = $1 }
/// ```
///
/// The struct needs properties that can be set; see ``MakeRule`` for those that have none.
nonisolated open class StructRule<T>: ObjectRule<T, ref<T>>, @unchecked Sendable {
  /// The factory is called once for each object, after all its fields were found good.
  @inlinable
  public init(_ factory: @autoclosure @escaping @Sendable () throws -> ref<T>) {
    let draft = ObjectDraft<T, ref<T>>()
    super.init(draft) { position in
      try draft.plan._withUnsafeGuaranteedRef { plan in
        try plan.value(at: position, factory) { $0.value }
      }
    }
  }

  /// The same, with the fields declared in statements, of which each is an expression of its own for
  /// the compiler.
  ///
  /// ```swift
  /// let folderRule = StructRule(ref(Folder())) { rule in
  ///   rule.expect("title", StringRule, \.name)
  ///   rule.optional("size", Int64Rule, \.size)
  ///   rule.optional("folders", ArrayRule(itemRule: rule), \.folders)
  /// }
  /// ```
  @inlinable
  public convenience init(
    _ factory: @autoclosure @escaping @Sendable () throws -> ref<T>,
    _ declare: (StructRule<T>) throws -> Void
  ) rethrows {
    self.init(try factory())
    try declare(self)
  }
}
