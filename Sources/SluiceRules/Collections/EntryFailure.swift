public import Sluice

/// Handles bad entries, and values that are not objects, for rules that read objects of entries.
@usableFromInline
struct EntryFailure: Sendable {
  private let kind: String
  private let type: Any.Type

  @usableFromInline
  init(_ kind: String, _ type: Any.Type) {
    self.kind = kind
    self.type = type
  }

  /// Throws for a value that is not an object, and throws `depth-exceeded`.
  @usableFromInline
  func enter(_ object: JSONPosition) throws {
    guard object.byte == Byte.openBrace else {
      if let fault = object.scalarFault { throw fault }
      let (kind, type) = (kind, type)
      throw RuleError.unexpected(object, expected: { "\(kind) of \(type)" })
    }
    try unsafe object.context.enterPlan(at: object)
  }

  /// Throws the error as an error of its entry, unless the entry does not count because its key
  /// comes again.
  @usableFromInline @inline(never)
  func handle(_ error: any Error, of value: JSONPosition, _ entries: inout CountingEntries) throws {
    guard let cause = RuleError.translated(error, near: value) as? RuleError else { throw error }
    if try entries.isSuperseded(value) { return }
    let text = value.at(value.token &- 2)
    let (key, shown) = (
      JSONDescription.quote(text, upTo: JSONDescription.longestKey), JSONDescription.quote(text)
    )
    let (kind, type) = (kind, type)
    throw RuleError.invalidJSONType(
      RuleError.Message(RuleError.FailureLocation(steps: [.DictionaryKey(key)])) {
        "Unable to validate \(kind) of \(type): entry \"\(shown)\" could not be validated."
      }, cause)
  }
}

extension RuleError {
  /// The error of an entry that can't be dumped.
  static func entry(
    _ key: String, of kind: String, _ type: Any.Type, _ error: any Error
  ) -> any Error {
    guard let cause = error as? RuleError else { return error }
    return RuleError.invalidDump(
      Message(FailureLocation(steps: [.DictionaryKey(key)])) {
        "Unable to dump \(kind) of \(type): entry \"\(key)\" could not be dumped."
      }, cause)
  }
}

/// The texts of keys, which are always strings.
enum KeyText {
  /// Returns the text of the key that a rule dumps: a string, or a number as written.
  static func text<R: Rule>(of key: R.V, by rule: R) throws -> String {
    if let text = key as? String, R.self == TypeRule<String>.self { return text }
    switch try rule.dump(key) {
    case .string(let text): return text
    case .number(let number): return number.description
    case let other:
      throw RuleError.invalidDump("Unable to dump key \(other): it is not a string.", nil)
    }
  }
}
