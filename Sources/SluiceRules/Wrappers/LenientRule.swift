public import Sluice
import SluiceSystem

/// Replaces a value that its rule rejects with a default, and reports what was dropped.
///
/// ```swift
/// let dropped = DroppedValues()
/// let rule = StructRule(ValueBox(Item()))
///   .expect("size", LenientRule(IntRule, default: 0, dropped)) { $0.value.size = $1 }
/// ```
///
/// Applies to fields that are present, including `null`; for missing ones see
/// `optional(_:_:ifNotFound:)`. Text that is not JSON is still an error, and so are errors of your
/// closures.
public struct LenientRule<R: Rule>: Rule where R.V: Sendable {
  private let rule: R
  private let value: R.V
  private let report: @Sendable (RuleError) -> Void

  /// `report` receives the error of each value that was dropped. (With duplicate keys, of each
  /// field that was read.)
  public init(
    _ rule: R, default value: R.V, report: @escaping @Sendable (RuleError) -> Void = { _ in }
  ) {
    self.rule = rule
    self.value = value
    self.report = report
  }

  /// Collects the values that were dropped.
  public init(_ rule: R, default value: R.V, _ dropped: DroppedValues) {
    self.init(rule, default: value) { dropped.add($0) }
  }

  public func validate(_ json: JSONCursor) throws -> R.V {
    let position = json.position
    let references = position.pendingReferences
    do {
      return try rule.validate(json)
    } catch {
      guard let refused = RuleError.translated(error, near: position) as? RuleError else {
        throw error
      }
      position.dropReferences(behind: references)
      report(refused)
      return value
    }
  }

  public func dump(_ value: R.V) throws -> JSON { try rule.dump(value) }
  public func write(_ value: R.V, to writer: inout JSONWriter) throws {
    try rule.write(value, to: &writer)
  }

  public var acceptsNull: Bool { true }
}

/// The errors that lenient rules and arrays dropped: for one document, or for many, from any number
/// of threads.
///
/// ```swift
/// let items = ArrayRule(itemRule: itemRule, invalidItemHandler: dropped.handler)
/// ```
public final class DroppedValues: Sendable {
  private let collected = LockedValue<[RuleError]>([])

  public init() {}

  /// The errors so far, in order. ``RuleError/offset`` is the offset of the value in its document.
  public var errors: [RuleError] { collected.withLock { $0 } }

  public var isEmpty: Bool { collected.withLock { $0.isEmpty } }

  public func add(_ error: RuleError) { collected.withLock { $0.append(error) } }

  public func removeAll() { collected.withLock { $0.removeAll() } }

  /// A handler for ``ArrayRule`` that leaves bad items out and collects their errors. Other errors
  /// than ``RuleError`` end the validation.
  public var handler: @Sendable (any Error) throws -> Void {
    { error in
      guard let error = error as? RuleError else { throw error }
      self.add(error)
    }
  }
}
