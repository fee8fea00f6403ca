public import Sluice

/// What rules for objects of entries do with what is no object, and with an entry that is bad.
@usableFromInline
struct EntryFailure: Sendable {
  private let kind: String
  private let type: Any.Type

  @usableFromInline
  init(_ kind: String, _ type: Any.Type) {
    self.kind = kind
    self.type = type
  }

  /// Throws for what is no object; `depth-exceeded`.
  @usableFromInline
  func enter(_ object: JSONPosition) throws {
    guard object.byte == Byte.openBrace else {
      guard object.kind != nil else { throw object.literalError(.object) }
      let (kind, type) = (kind, type)
      throw RuleError.unexpected(object, expected: { "\(kind) of \(type)" })
    }
    try object.index.enterPlan(at: object)
  }

  /// Throws the error as that of its entry; returns when the entry does not count, as its key comes
  /// again.
  @usableFromInline @inline(never)
  func take(_ error: any Error, of value: JSONPosition, in object: JSONPosition) throws {
    guard let cause = RuleError.translated(error, near: value) as? RuleError else { throw error }
    let text = value.at(value.token &- 2)
    let key = JSONWords.quote(text)
    if try comesAgain(RawString(text), behind: value, in: object) { return }
    let (kind, type) = (kind, type)
    throw RuleError.invalidJSONType(
      RuleError.Message(RuleError.Place(steps: [.DictionaryKey(key)])) {
        "Unable to validate \(kind) of \(type): entry \"\(key)\" could not be validated."
      }, cause)
  }

  private func comesAgain(
    _ key: RawString, behind value: JSONPosition, in object: JSONPosition
  ) throws -> Bool {
    guard object.index.pointee.mappedDuplicateKeys == .lastWins else { return false }
    var last = value.token
    while let next = try object.nextField(after: last) {
      let other = RawString(object.at(next &- 2))
      if other.withUTF8({ key.equals($0) }) ?? false { return true }
      last = next
    }
    return false
  }
}

/// Which entries of an object count when keys come again. Costs nothing where the last counts.
@usableFromInline
struct CountingEntries {
  private var counting: CountingFields
  private let isLastCounted: Bool

  @usableFromInline
  init(of object: JSONPosition) {
    counting = CountingFields(of: object)
    isLastCounted = object.index.pointee.mappedDuplicateKeys == .lastWins
  }

  /// Throws `duplicate-key` where the reader refuses it.
  @usableFromInline
  mutating func count(_ value: JSONPosition) throws(JSONError) -> Bool {
    if isLastCounted { return true }
    let key = value.at(value.token &- 2)
    guard let name = RawString(key).string else { throw JSONError(.invalidEscape, at: key.offset) }
    return try counting.count(name, at: value.token)
  }
}

extension RuleError {
  /// An entry that can't be dumped.
  static func entry(
    _ key: String, of kind: String, _ type: Any.Type, _ error: any Error
  ) -> any Error {
    guard let cause = error as? RuleError else { return error }
    return RuleError.invalidDump(
      Message(Place(steps: [.DictionaryKey(key)])) {
        "Unable to dump \(kind) of \(type): entry \"\(key)\" could not be dumped."
      }, cause)
  }
}

/// Keys, which are always strings.
enum KeyText {
  /// What a rule dumps as the text of a key: a string, or a number as it is written.
  static func text<R: Rule>(of key: R.V, by rule: R) throws -> String {
    if let text = key as? String, R.self == TypeRule<String>.self { return text }
    switch try rule.dump(key) {
    case .string(let text): return text
    case .number(let number): return number.description
    case let other:
      throw RuleError.invalidDump("Unable to dump key \(other): it is no string.", nil)
    }
  }
}
