/// The fields of a JSON object: ordered, each key once.
///
/// Keys compare byte for byte. Lookup compares up to 16 fields one by one; beyond that, it is O(1) through a table of
/// hashes. Setting an existing key keeps its position; a new key goes to the end.
public struct JSONObject: Sendable {
  /// A struct: the runtime takes several times as long to free a tuple.
  struct Field: Sendable {
    let key: String
    var value: JSON
  }

  private(set) var fields: [Field]
  /// Empty while there are few fields.
  private var table: KeyTable

  /// No fields.
  public init() {
    fields = []
    table = KeyTable()
  }

  /// These fields, which must have different keys.
  init(unique fields: [Field]) {
    self.fields = fields
    table = KeyTable()
    if fields.count > KeyTable.smallestCount { table.rebuild(for: fields) }
  }

  /// These fields in this order. If a key occurs twice, its last value counts, in the first position.
  public init(_ fields: some Sequence<(key: String, value: JSON)>) {
    self.init()
    reserveCapacity(fields.underestimatedCount)
    for (key, value) in fields { updateValue(value, forKey: key) }
  }

  /// Makes room for `count` fields in total.
  public mutating func reserveCapacity(_ count: Int) { fields.reserveCapacity(count) }

  /// The keys, in order. O(fields), allocates.
  public var keys: [String] { fields.map(\.key) }

  /// The values, in order. O(fields), allocates.
  public var values: [JSON] { fields.map(\.value) }

  /// The position of a key, or nil. O(1).
  public func index(forKey key: String) -> Int? {
    if table.isEmpty { return fields.firstIndex { haveSameUTF8($0.key, key) } }
    return table.index(of: key, in: fields)
  }

  /// The value of a field, or nil; setting nil removes the field (O(fields)).
  public subscript(key: String) -> JSON? {
    get { index(forKey: key).map { fields[$0].value } }
    _modify {
      let place = index(forKey: key)
      var value: JSON?
      if let place {
        value = fields[place].value
        // Held only once, so that it can be changed in place.
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

  /// Sets a field and returns its previous value.
  @discardableResult
  public mutating func updateValue(_ value: JSON, forKey key: String) -> JSON? {
    guard let place = index(forKey: key) else {
      append(key, value)
      return nil
    }
    let old = fields[place].value
    fields[place].value = value
    return old
  }

  /// Removes a field and returns its value. O(fields).
  @discardableResult
  public mutating func removeValue(forKey key: String) -> JSON? {
    guard let place = index(forKey: key) else { return nil }
    let old = fields[place].value
    remove(at: place)
    return old
  }

  /// The value of a key that is probably at `index`.
  func value(forKey key: String, nearIndex index: Int) -> JSON? {
    if index < fields.count, haveSameUTF8(fields[index].key, key) { return fields[index].value }
    return self[key]
  }

  /// Appends a field whose key is new.
  mutating func append(_ key: String, _ value: JSON) {
    fields.append(Field(key: key, value: value))
    if fields.count > KeyTable.smallestCount { table.insert(fields.count - 1, of: fields) }
  }

  mutating func replaceValue(at place: Int, with value: JSON) { fields[place].value = value }

  private mutating func remove(at place: Int) {
    fields.remove(at: place)
    table = KeyTable()
    if fields.count > KeyTable.smallestCount { table.rebuild(for: fields) }
  }
}

extension JSONObject: RandomAccessCollection {
  public var startIndex: Int { 0 }
  public var endIndex: Int { fields.count }

  /// The field at a position, in the order of the fields.
  public subscript(position: Int) -> (key: String, value: JSON) {
    let field = fields[position]
    return (field.key, field.value)
  }
}

extension JSONObject: ExpressibleByDictionaryLiteral {
  /// If a key occurs twice, its last value counts.
  public init(dictionaryLiteral fields: (String, JSON)...) {
    self.init(fields.lazy.map { (key: $0, value: $1) })
  }
}

extension JSONObject: CustomStringConvertible {
  /// The object as compact JSON.
  public var description: String { JSON.object(self).description }
}
