public import Sluice

/// A rule that contains itself, for rules that can't be completed later as ``ObjectRule`` can.
///
/// ```swift
/// let folderRule = RecursiveRule<Folder> { itself in
///   MakeRule<Folder> { fields in
///     let name = fields.expect("name", StringRule)
///     let folders = fields.optional("folders", ArrayRule(itemRule: itself), ifNotFound: [])
///     return { Folder(name: $0[name], folders: $0[folders]) }
///   }
/// }
/// ```
///
/// The rule keeps itself alive from then on, so make it once.
public final class RecursiveRule<T>: Rule, @unchecked Sendable {
  public typealias V = T

  /// Written once, in the initialiser.
  private var rule: (any Rule<T>)?

  /// `make` receives the rule that it makes. It may pass the rule on, but must not use it.
  public init<R: Rule<T>>(_ make: (RecursiveRule<T>) throws -> R) rethrows {
    rule = nil
    rule = try make(self)
  }

  private func made() throws -> any Rule<T> {
    guard let rule else {
      throw RuleError.invalidJSONType("A recursive rule was used while it was made.", nil)
    }
    return rule
  }

  public func validate(_ json: JSONCursor) throws -> T { try made().validate(json) }
  public func dump(_ value: T) throws -> JSON {
    let outer = try WritingDepth.enter(levels: 0)
    defer { WritingDepth.leave(to: outer) }
    return try made().dump(value)
  }
  public func write(_ value: T, to writer: inout JSONWriter) throws {
    let outer = try WritingDepth.enter(levels: 0)
    defer { WritingDepth.leave(to: outer) }
    try made().write(value, to: &writer)
  }
}
