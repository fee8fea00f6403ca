public import Sluice

/// An object whose fields are the entries of a dictionary.
///
/// ```swift
/// let ages = DictionaryRule(valueRule: IntRule)  // [String: Int]
/// let names = DictionaryRule(keys: Int.self, valueRule: StringRule)  // [Int: String]
/// let hosts = DictionaryRule(keyRule: UUIDRule, valueRule: StringRule)  // [UUID: String]
/// ```
///
/// The last of several duplicate keys counts, unless the reader's options say otherwise. The same
/// holds for two keys that the key rule makes equal (`"1"` and `"01"` as integers, texts that Swift
/// considers equal). Entries are dumped sorted by the text of their keys, so the same dictionary
/// always gives the same JSON.
nonisolated open class DictionaryRule<Key: Rule, Value: Rule>: Rule, @unchecked Sendable
where Key.V: Hashable {
  public typealias V = [Key.V: Value.V]

  @usableFromInline let keyRule: Key
  @usableFromInline let valueRule: Value
  @usableFromInline let read: @Sendable (JSONCursor) throws -> V

  /// Reads keys with a rule, which receives them as strings.
  @inlinable
  public init(keyRule: Key, valueRule: Value) {
    self.keyRule = keyRule
    self.valueRule = valueRule
    let failure = EntryFailure("dictionary", Value.V.self)
    read = { json in
      let object = json.position
      try failure.enter(object)
      defer { unsafe object.context.leavePlan() }
      var entries: [Key.V: Value.V] = [:]
      var counting = CountingEntries(of: object)
      var references = EntryReferences<Key.V>(of: object)
      var fields = try json.fields
      while let field = try fields.next() {
        let value = field.value
        guard try counting.count(value.position) else { continue }
        let start = references.start()
        do {
          let key = try keyRule.validate(value.at(value.position.token &- 2))
          entries[key] = try valueRule.validate(value)
          references.keep(since: start, of: key)
        } catch {
          try failure.handle(error, of: value.position, &counting)
          references.drop(since: start)
        }
      }
      return entries
    }
  }

  open func validate(_ json: JSONCursor) throws -> V { try read(json) }

  open func dump(_ value: V) throws -> JSON {
    let outer = try WritingDepth.enter()
    defer { WritingDepth.leave(to: outer) }
    var object = JSONObject()
    for (key, value) in try ordered(value) {
      do {
        object.updateValue(try valueRule.dump(value), forKey: key)
      } catch {
        throw RuleError.entry(key, of: "dictionary", Value.V.self, error)
      }
    }
    return .object(object)
  }

  open func write(_ value: V, to writer: inout JSONWriter) throws {
    let outer = try WritingDepth.enter()
    defer { WritingDepth.leave(to: outer) }
    try writer.whole { writer in
      try writer.beginObject()
      for (key, value) in try ordered(value) {
        do {
          try writer.key(key)
          try valueRule.write(value, to: &writer)
        } catch {
          throw RuleError.entry(key, of: "dictionary", Value.V.self, error)
        }
      }
      try writer.endObject()
    }
  }

  private func ordered(_ entries: V) throws -> [(key: String, value: Value.V)] {
    var ordered: [(key: String, value: Value.V)] = []
    ordered.reserveCapacity(entries.count)
    for (key, value) in entries {
      ordered.append((try KeyText.text(of: key, by: keyRule), value))
    }
    // Sorts by bytes, because JSON distinguishes texts that Swift considers equal.
    ordered.sort {
      $0.key < $1.key || $0.key == $1.key && $0.key.utf8.lexicographicallyPrecedes($1.key.utf8)
    }
    for (entry, next) in zip(ordered, ordered.dropFirst())
    where ByteName(entry.key) == ByteName(next.key) {
      throw RuleError.invalidDump(
        "Unable to dump dictionary of \(Value.V.self): two keys have the text \"\(entry.key)\".",
        nil)
    }
    return ordered
  }
}

extension DictionaryRule where Key == TypeRule<String> {
  /// Uses keys unchanged.
  @inlinable
  public convenience init(valueRule: Value) {
    self.init(keyRule: StringRule, valueRule: valueRule)
  }
}

extension DictionaryRule {
  /// Parses keys from their text: integers of any width, and any other type that can be made from
  /// its description.
  @inlinable
  public convenience init<K: LosslessStringConvertible & Hashable & Sendable>(
    keys: K.Type, valueRule: Value
  ) where Key == TextRule<K> {
    self.init(keyRule: TextRule<K>(), valueRule: valueRule)
  }
}

/// A string that is the description of a value, such as `"12"` for an integer.
///
/// A text that the type's `init(_: String)` rejects is an error. Mainly used for the keys of a
/// ``DictionaryRule``.
public struct TextRule<T: LosslessStringConvertible & Sendable>: Rule {
  @inlinable public init() {}

  public func validate(_ json: JSONCursor) throws -> T {
    guard let value = T(try StringRule.validate(json)) else {
      throw RuleError.unexpected(json.position, expected: { "\(T.self)" })
    }
    return value
  }

  public func dump(_ value: T) throws -> JSON { .string(value.description) }
  public func write(_ value: T, to writer: inout JSONWriter) throws {
    try writer.value(value.description)
  }
}
