public import Sluice

/// An object that maps ids to items, read as an array of items that know their id.
///
/// ```swift
/// // {"7": {"name": "Ada"}, "9": {"name": "Grace"}}
/// let people = MapRule(itemRule: personRule, { $0.id = $1 }, id: { $0.id })
/// ```
///
/// The items are in the document's order. The last of several duplicate keys counts, at the
/// position of the first, unless the reader's options say otherwise. Items are dumped in the order
/// of the array.
nonisolated open class MapRule<Key: Rule, Item: Rule, T>: Rule, @unchecked Sendable {
  public typealias V = [T]

  private let keyRule: Key
  private let itemRule: Item
  private let make: @Sendable (Key.V, Item.V) throws -> T
  private let decompose: (@Sendable (T) throws -> (Key.V, Item.V))?

  /// Makes each item from its key and the value that the item rule reads. `dump` splits an item
  /// into both; without it items can't be dumped.
  public init(
    keyRule: Key, itemRule: Item, make: @escaping @Sendable (Key.V, Item.V) throws -> T,
    dump: (@Sendable (T) throws -> (Key.V, Item.V))? = nil
  ) {
    self.keyRule = keyRule
    self.itemRule = itemRule
    self.make = make
    decompose = dump
  }

  open func validate(_ json: JSONCursor) throws -> [T] {
    let object = json.position
    let failure = EntryFailure("map", T.self)
    try failure.enter(object)
    defer { unsafe object.context.leavePlan() }
    var items: [T] = []
    var places: [ByteName: Int] = [:]
    var counting = CountingEntries(of: object)
    var references = EntryReferences<ByteName>(of: object)
    var fields = try json.fields
    while let field = try fields.next() {
      let value = field.value
      let text = ByteName(try field.key.string)
      let place = places[text]
      if place != nil, try object.isFirstCounted(over: value.position.token) { continue }
      let start = references.start()
      do {
        let key = try keyRule.validate(value.at(value.position.token &- 2))
        let item = try make(key, itemRule.validate(value))
        if let place {
          items[place] = item
        } else {
          places[text] = items.count
          items.append(item)
        }
        references.keep(since: start, of: text)
      } catch {
        try failure.handle(error, of: value.position, &counting)
        references.drop(since: start)
      }
    }
    return items
  }

  open func dump(_ value: [T]) throws -> JSON {
    let outer = try WritingDepth.enter()
    defer { WritingDepth.leave(to: outer) }
    var object = JSONObject()
    for (key, item) in try entries(value) {
      do {
        object.updateValue(try itemRule.dump(item), forKey: key)
      } catch {
        throw RuleError.entry(key, of: "map", T.self, error)
      }
    }
    return .object(object)
  }

  open func write(_ value: [T], to writer: inout JSONWriter) throws {
    let outer = try WritingDepth.enter()
    defer { WritingDepth.leave(to: outer) }
    try writer.whole { writer in
      try writer.beginObject()
      for (key, item) in try entries(value) {
        do {
          try writer.key(key)
          try itemRule.write(item, to: &writer)
        } catch {
          throw RuleError.entry(key, of: "map", T.self, error)
        }
      }
      try writer.endObject()
    }
  }

  /// Throws for two items with the same key: one of them would be lost.
  private func entries(_ items: [T]) throws -> [(String, Item.V)] {
    guard let decompose else {
      throw RuleError.invalidDump(
        "Unable to dump map of \(T.self): the rule was made without a way to get an item's id.", nil
      )
    }
    var known: Set<ByteName> = []
    return try items.map { item in
      let (key, value) = try decompose(item)
      let text = try KeyText.text(of: key, by: keyRule)
      guard known.insert(ByteName(text)).inserted else {
        throw RuleError.invalidDump(
          "Unable to dump map of \(T.self): two items have the id \"\(text)\".", nil)
      }
      return (text, value)
    }
  }
}

extension MapRule where Item.V == T {
  /// Creates a rule that gives items their key after reading them.
  public convenience init(
    keyRule: Key, itemRule: Item, _ assign: @escaping @Sendable (inout T, Key.V) throws -> Void,
    id: (@Sendable (T) throws -> Key.V)? = nil
  ) {
    let make: @Sendable (Key.V, T) throws -> T = { key, item in
      var item = item
      try assign(&item, key)
      return item
    }
    guard let id else {
      self.init(keyRule: keyRule, itemRule: itemRule, make: make)
      return
    }
    self.init(
      keyRule: keyRule, itemRule: itemRule, make: make, dump: { item in (try id(item), item) })
  }
}

extension MapRule where Item.V == T, Key == TypeRule<String> {
  /// Creates a rule with string keys that gives items their key after reading them.
  public convenience init(
    itemRule: Item, _ assign: @escaping @Sendable (inout T, String) throws -> Void,
    id: (@Sendable (T) throws -> String)? = nil
  ) {
    self.init(keyRule: StringRule, itemRule: itemRule, assign, id: id)
  }
}
