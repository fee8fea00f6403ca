public import Sluice

open class ObjectRule<T, RefT>: Rule, @unchecked Sendable {
  public typealias V = T
  @usableFromInline let factory: @Sendable () -> RefT
  @usableFromInline let result: @Sendable (RefT) -> T
  @usableFromInline var fields: [RuleField] = []
  @usableFromInline var layout = FieldLayout()
  nonisolated(unsafe) let planBox = Box()

  @usableFromInline
  init(factory: @escaping @Sendable () -> RefT, result: @escaping @Sendable (RefT) -> T) {
    self.factory = factory
    self.result = result
  }

  open func validate(_ json: JSONCursor) throws -> T {
    if planBox.plan == nil { planBox.plan = RulePlan(fields, layout) }
    let plan = planBox.plan.unsafelyUnwrapped
    let frame = try plan.read(json.position)
    defer { frame.end() }
    let ref = factory()
    try withUnsafePointer(to: ref) { try plan.bind(frame, to: $0) }
    return result(ref)
  }

  open func dump(_ value: T) throws -> JSON { .null }
}

open class ClassRule<T>: ObjectRule<T, T>, @unchecked Sendable {
  @inlinable
  public init(_ factory: @autoclosure @escaping @Sendable () -> T) {
    super.init(factory: factory, result: { $0 })
  }
}

open class StructRule<T>: ObjectRule<T, ref<T>>, @unchecked Sendable {
  @inlinable
  public init(_ factory: @autoclosure @escaping @Sendable () -> ref<T>) {
    super.init(factory: factory, result: { $0.value })
  }
}

extension ObjectRule {
  @inlinable @discardableResult
  public func expect<R: Rule>(
    _ path: JSONPath, _ rule: R, _ bind: @escaping @Sendable (RefT, R.V) -> Void
  ) -> Self {
    fields.append(
      RuleField(
        kind: .mandatory,
        field: PlanField(path.fieldPath, of: R.V.self, in: &layout, absent: nil) {
          try rule.validate($0)
        },
        bind: { ref, slot in
          bind(
            ref.assumingMemoryBound(to: RefT.self).pointee,
            slot.assumingMemoryBound(to: R.V.self).move())
        }))
    return self
  }
}

@usableFromInline
package struct RuleField {
  @usableFromInline enum Kind { case required, mandatory, optional }
  let kind: Kind
  let field: PlanField
  let bind: ((UnsafeRawPointer, UnsafeMutableRawPointer) throws -> Void)?

  @usableFromInline
  init(
    kind: Kind, field: PlanField,
    bind: ((UnsafeRawPointer, UnsafeMutableRawPointer) throws -> Void)?
  ) {
    self.kind = kind
    self.field = field
    self.bind = bind
  }
}

public struct JSONPath: ExpressibleByStringLiteral {
  @usableFromInline let fieldPath: FieldPath
  public init(stringLiteral value: String) { fieldPath = FieldPath([.key(value)]) }
}

final class RulePlan {
  let plan: FieldPlan
  let fields: UnsafeMutablePointer<RuleField>
  init(_ fields: [RuleField], _ layout: FieldLayout) {
    self.fields = .allocate(capacity: fields.count)
    self.fields.initialize(from: fields, count: fields.count)
    plan = FieldPlan(fields.map(\.field), layout)
  }

  func read(_ position: JSONPosition) throws -> FieldFrame {
    guard position.byte == Byte.openBrace else { throw position.mismatch(.object) }
    let frame = try FieldFrame(plan, of: position)
    do {
      try frame.readAll(restart: {}) { frame, field, token in
        if token == FieldFrame.absent { throw position.mismatch(.value) }
        try frame.read(field, at: token)
      }
    } catch {
      frame.end()
      throw error
    }
    return frame
  }

  func bind(_ frame: FieldFrame, to ref: UnsafeRawPointer) throws {
    for i in 0..<plan.count {
      if let slot = frame.take(i) { try fields[i].bind?(ref, slot) }
    }
  }
}

open class ArrayRule<T, R: Rule>: Rule, @unchecked Sendable where R.V == T {
  let read: @Sendable (JSONCursor) throws -> [T]

  @inlinable
  public convenience init(itemRule: R) {
    self.init { json in
      var elements = try json.elements
      var items: [T] = []
      while let element = try elements.next() { items.append(try itemRule.validate(element)) }
      return items
    }
  }
  @usableFromInline
  init(read: @escaping @Sendable (JSONCursor) throws -> [T]) { self.read = read }
  open func validate(_ json: JSONCursor) throws -> [T] { try read(json) }
  open func dump(_ value: [T]) throws -> JSON { .null }
}

final class Box { @exclusivity(unchecked) var plan: RulePlan? }
