public import Sluice

/// A rule that converts its value to another, and back.
///
/// ```swift
/// let percent = DoubleRule.map({ $0 / 100 }, back: { $0 * 100 })
/// ```
public struct TransformRule<R: Rule, T>: Rule {
  public typealias V = T

  @usableFromInline let rule: R
  @usableFromInline let transform: @Sendable (R.V) throws -> T?
  @usableFromInline let back: (@Sendable (T) throws -> R.V)?

  /// `transform` returns nil to reject a value. Without `back`, nothing can be dumped.
  @inlinable
  public init(
    _ rule: R, _ transform: @escaping @Sendable (R.V) throws -> T?,
    back: (@Sendable (T) throws -> R.V)? = nil
  ) {
    self.rule = rule
    self.transform = transform
    self.back = back
  }

  @inlinable
  public func validate(_ json: JSONCursor) throws -> T {
    let value = try rule.validate(json)
    do {
      if let made = try transform(value) { return made }
    } catch {
      throw RuleError.notTransformed(json.position, T.self, because: error)
    }
    throw RuleError.notTransformed(json.position, T.self, because: nil)
  }

  public func dump(_ value: T) throws -> JSON { try rule.dump(untransformed(value)) }

  public func write(_ value: T, to writer: inout JSONWriter) throws {
    try rule.write(untransformed(value), to: &writer)
  }

  private func untransformed(_ value: T) throws -> R.V {
    guard let back else {
      throw RuleError.invalidDump(
        "Unable to dump \(T.self): the rule was made without a way back.", nil)
    }
    return try back(value)
  }

  @inlinable public var acceptsNull: Bool { rule.acceptsNull }
}

extension Rule {
  /// Returns the rule with a conversion of its value. An error of `transform` becomes the rule's
  /// error; a ``RuleError`` stays unchanged. Without `back`, nothing can be dumped.
  @inlinable
  public func map<T>(
    _ transform: @escaping @Sendable (V) throws -> T, back: (@Sendable (T) throws -> V)? = nil
  ) -> TransformRule<Self, T> {
    TransformRule(self, { try transform($0) }, back: back)
  }

  /// The same with a closure that returns nil to reject a value, which is an error.
  @inlinable
  public func compactMap<T>(
    _ transform: @escaping @Sendable (V) throws -> T?, back: (@Sendable (T) throws -> V)? = nil
  ) -> TransformRule<Self, T> {
    TransformRule(self, transform, back: back)
  }
}

extension RuleError {
  @usableFromInline
  static func notTransformed(
    _ position: JSONPosition, _ type: Any.Type, because error: (any Error)?
  ) -> RuleError {
    if let error = error as? RuleError { return error }
    guard let error else { return unexpected(position, expected: { "\(type)" }) }
    let found = JSONDescription.quote(position)
    let place = FailureLocation(
      expected: { "\(type)" }, found: found, kind: position.kind, offset: position.placeInDocument,
      underlying: error)
    return .invalidJSONType(
      Message(place) { "Unable to make \(type) of \"\(found)\": \(error)" }, nil)
  }
}
