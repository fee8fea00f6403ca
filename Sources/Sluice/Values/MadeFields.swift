/// Fields of an object that were made: see ``JSONObject``, of which this is the part that can be changed.
struct MadeFields: Sendable {
  private(set) var fields: [JSONObject.Field]
  /// Empty while there are few fields.
  private(set) var table = KeyTable()

  init() { fields = [] }

  /// These fields, which must have different keys.
  init(unique fields: [JSONObject.Field]) {
    self.fields = fields
    if fields.count > KeyTable.smallestCount { table.rebuild(for: fields) }
  }

  mutating func reserveCapacity(_ count: Int) { fields.reserveCapacity(count) }

  func index(forKey key: String) -> Int? {
    if table.isEmpty { return fields.firstIndex { haveSameUTF8($0.key, key) } }
    return table.index(of: key, in: fields)
  }

  /// Takes the value out, so that it is held only once and can be changed in place.
  subscript(key: String) -> JSON? {
    get { index(forKey: key).map { fields[$0].value } }
    _modify {
      let place = index(forKey: key)
      var value: JSON?
      if let place {
        value = fields[place].value
        fields[place].value = .null
      }
      defer {
        switch (place, value) {
        case (let place?, let value?): fields[place].value = value
        case (let place?, nil): remove(at: place)
        case (nil, let value?): append(key, value)
        case (nil, nil): break
        }
      }
      yield &value
    }
  }

  mutating func updateValue(_ value: JSON, forKey key: String) -> JSON? {
    guard let place = index(forKey: key) else {
      append(key, value)
      return nil
    }
    let old = fields[place].value
    fields[place].value = value
    return old
  }

  mutating func removeValue(forKey key: String) -> JSON? {
    guard let place = index(forKey: key) else { return nil }
    let old = fields[place].value
    remove(at: place)
    return old
  }

  /// Appends a field whose key is new.
  mutating func append(_ key: String, _ value: JSON) {
    fields.append(JSONObject.Field(key: key, value: value))
    if fields.count > KeyTable.smallestCount { table.insert(fields.count - 1, of: fields) }
  }

  mutating func replaceValue(at place: Int, with value: JSON) { fields[place].value = value }

  private mutating func remove(at place: Int) {
    fields.remove(at: place)
    table = KeyTable()
    if fields.count > KeyTable.smallestCount { table.rebuild(for: fields) }
  }
}
