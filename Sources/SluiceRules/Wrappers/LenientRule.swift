public import Sluice

/// Takes a default for a value that is not what its rule asks for, and reports what was dropped.
///
/// ```swift
/// let dropped = DroppedValues()
/// let rule = StructRule(ref(Item()))
///   .expect("size", LenientRule(IntRule, default: 0, dropped)) { $0.value.size = $1 }
/// ```
///
/// Of a field that is there, `null` included: one that is missing is another matter, see
/// `optional(_:_:ifNotFound:)`. Text that is no JSON stays an error, and so does what
/// somebody's closure throws.
public struct LenientRule<R: Rule>: Rule where R.V: Sendable {
  private let rule: R
  private let value: R.V
  private let report: @Sendable (RuleError) -> Void

  /// `report` gets the error of each value that was dropped. (Of a duplicate key, that of each field
  /// that was read.)
  public init(
    _ rule: R, default value: R.V, report: @escaping @Sendable (RuleError) -> Void = { _ in }
  ) {
    self.rule = rule
    self.value = value
    self.report = report
  }

  /// Gathers what was dropped.
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

/// What lenient rules and arrays left out: for one document, or gathered over many, from any number
/// of threads.
///
/// ```swift
/// let items = ArrayRule(itemRule: itemRule, invalidItemHandler: dropped.handler)
/// ```
public final class DroppedValues: Sendable {
  private let gathered = Guarded<[RuleError]>([])

  public init() {}

  /// The errors so far, in the order in which they came. ``RuleError/offset`` says where the value
  /// stands in its document.
  public var errors: [RuleError] { gathered.withLock { $0 } }

  public var isEmpty: Bool { gathered.withLock { $0.isEmpty } }

  public func add(_ error: RuleError) { gathered.withLock { $0.append(error) } }

  public func removeAll() { gathered.withLock { $0.removeAll() } }

  /// A handler for ``ArrayRule``: leaves bad items out and gathers their errors. What is no
  /// ``RuleError`` stays an error.
  public var handler: @Sendable (any Error) throws -> Void {
    { error in
      guard let error = error as? RuleError else { throw error }
      self.add(error)
    }
  }
}
