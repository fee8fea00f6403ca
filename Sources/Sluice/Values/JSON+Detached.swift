extension JSON {
  /// The value with all that is in it made, so that no part keeps a document in memory. O(size), no recursion.
  ///
  /// A parsed array or object stays in its document until it is changed, and each one keeps the whole document: its text
  /// and its index. Detach a small part of a large document before keeping it for long.
  ///
  /// ```swift
  /// let tags = json["user"]?["tags"]?.detached()
  /// ```
  public func detached() -> JSON {
    guard var container = OpenContainer(self) else { return self }
    var outer: [OpenContainer] = []
    while true {
      if let value = container.next() {
        if let inner = OpenContainer(value) {
          outer.append(container)
          container = inner
        } else {
          container.add(value)
        }
      } else {
        let made = container.made
        guard !outer.isEmpty else { return made }
        // Held only once, so that it is not copied for each value that is added.
        container = outer.removeLast()
        container.add(made)
      }
    }
  }
}

/// A container whose values are being made.
private struct OpenContainer {
  private var elements: JSONArray.Iterator
  /// Nil for arrays.
  private var fields: JSONObject.Iterator?
  private var values: [JSON] = []
  private var keys: [String] = []

  /// Nil for scalars.
  init?(_ json: JSON) {
    switch json {
    case .array(let array):
      elements = array.makeIterator()
      fields = nil
    case .object(let object):
      elements = JSONArray().makeIterator()
      fields = object.makeIterator()
    default: return nil
    }
  }

  /// The next value, which is to be added once it is made.
  mutating func next() -> JSON? {
    guard fields != nil else { return elements.next() }
    guard let (key, value) = fields?.next() else { return nil }
    keys.append(key)
    return value
  }

  mutating func add(_ value: JSON) { values.append(value) }

  var made: JSON {
    guard fields != nil else { return .array(JSONArray(values)) }
    return .object(
      JSONObject(unique: zip(keys, values).map { JSONObject.Field(key: $0, value: $1) }))
  }
}
