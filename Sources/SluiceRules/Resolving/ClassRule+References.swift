import Sluice

/// References between objects by id, including forward references. They are bound after all other
/// fields, when the rule that resolves them has finished.
extension ObjectRule where RefT == T, T: AnyObject {
  /// Defines the object by an id, in a required field.
  @discardableResult
  public func define<R: Rule>(
    in table: ReferenceTable<R.V, T>, _ path: JSONPath, _ rule: R
  ) -> Self {
    place(.mandatory, path, rule) { object, id, position in
      try position.scope(for: path, of: T.self).define(object, as: id, in: table)
    }
  }

  /// Expects the id of another object, and binds that object.
  @discardableResult
  public func expectReference<R: Rule, Object>(
    _ path: JSONPath, to table: ReferenceTable<R.V, Object>, _ rule: R,
    _ bind: @escaping @Sendable (T, Object) throws -> Void
  ) -> Self {
    reference(.mandatory, path, table, rule, bind)
  }

  /// Binds another object when its id is present.
  @discardableResult
  public func optionalReference<R: Rule, Object>(
    _ path: JSONPath, to table: ReferenceTable<R.V, Object>, _ rule: R,
    _ bind: @escaping @Sendable (T, Object) throws -> Void
  ) -> Self {
    reference(.optional, path, table, rule, bind)
  }

  /// Expects an array of ids, and binds the objects in the same order.
  @discardableResult
  public func expectReferences<R: Rule, Object>(
    _ path: JSONPath, to table: ReferenceTable<R.V, Object>, _ rule: R,
    _ bind: @escaping @Sendable (T, [Object]) throws -> Void
  ) -> Self {
    references(.mandatory, path, table, rule, bind)
  }

  /// Binds the objects of an array of ids when it is present.
  @discardableResult
  public func optionalReferences<R: Rule, Object>(
    _ path: JSONPath, to table: ReferenceTable<R.V, Object>, _ rule: R,
    _ bind: @escaping @Sendable (T, [Object]) throws -> Void
  ) -> Self {
    references(.optional, path, table, rule, bind)
  }

  private func reference<R: Rule, Object>(
    _ kind: FieldKind, _ path: JSONPath, _ table: ReferenceTable<R.V, Object>, _ rule: R,
    _ bind: @escaping @Sendable (T, Object) throws -> Void
  ) -> Self {
    place(kind, path, rule) { object, id, position in
      let scope = try position.scope(for: path, of: T.self)
      let offset = position.placeInDocument
      scope.add(
        PendingReference { [unowned scope] where_ in
          guard let target = scope.object(id, in: table) else {
            throw RuleError.unresolved(
              "\(id)", path, in: T.self, to: Object.self, offset, where_(offset))
          }
          try bind(object, target)
        })
    }
  }

  private func references<R: Rule, Object>(
    _ kind: FieldKind, _ path: JSONPath, _ table: ReferenceTable<R.V, Object>, _ rule: R,
    _ bind: @escaping @Sendable (T, [Object]) throws -> Void
  ) -> Self {
    place(kind, path, ArrayRule(itemRule: rule)) { object, ids, position in
      let scope = try position.scope(for: path, of: T.self)
      let offset = position.placeInDocument
      scope.add(
        PendingReference { [unowned scope] where_ in
          let targets = try ids.map { id in
            guard let target = scope.object(id, in: table) else {
              throw RuleError.unresolved(
                "\(id)", path, in: T.self, to: Object.self, offset, where_(offset))
            }
            return target
          }
          try bind(object, targets)
        })
    }
  }

  /// Declares a field whose binding knows the offset of its value.
  private func place<R: Rule>(
    _ kind: FieldKind, _ path: JSONPath, _ rule: R,
    _ bind: @escaping @Sendable (T, R.V, JSONPosition) throws -> Void
  ) -> Self {
    draft.add(
      { layout in
        unsafe DeclaredField(
          kind, path,
          PlanField(
            path.fieldPath, of: (R.V, JSONPosition).self, in: &layout,
            takesNull: rule.acceptsNull, absent: nil
          ) { cursor in (try rule.validate(cursor), cursor.position) })
      },
      unsafe FieldBinder { object, slot in
        let (value, position) = unsafe slot.assumingMemoryBound(to: (R.V, JSONPosition).self).move()
        try bind(object, value, position)
      })
    return self
  }
}

extension JSONPosition {
  fileprivate func scope(for path: JSONPath, of type: Any.Type) throws -> ReferenceScope {
    if let scope = referenceScope { return scope }
    throw RuleError.invalidJSONType(
      """
      Unable to keep reference "\(path)" of \(type): no rule resolves references here, see \
      resolvingReferences().
      """, nil)
  }
}

extension RuleError {
  static func unresolved(
    _ id: String, _ path: JSONPath, in type: Any.Type, to target: Any.Type, _ offset: Int,
    _ wholePath: String?
  ) -> RuleError {
    let place = FailureLocation(
      steps: path.elements, wholePath: wholePath, expected: { "the id of a \(target)" }, found: id,
      offset: offset)
    return .expectedNotFound(
      Message(place) {
        "Unable to resolve reference \"\(path)\" of \(type): no \(target) with the id \"\(id)\"."
      }, nil)
  }
}
