/// The fields of a JSON object: ordered, each key once.
///
/// Keys compare byte for byte. Lookup compares up to 16 fields one by one; beyond that, it is O(1) through a table of
/// hashes. Setting an existing key keeps its position; a new key goes to the end.
///
/// An object that was parsed stays in its document until it is changed: see <doc:DocumentsYouCanKeep>. Each look at a field then
/// makes its value. A lookup compares up to 64 fields; for one beyond them, a table of all is made once, and kept with the
/// document. A change makes the fields of this object, not what is in them, and lets go of the document.
public struct JSONObject: Sendable {
  /// A struct: the runtime takes several times as long to free a tuple.
  package struct Field: Sendable {
    package var key: String
    package var value: JSON
  }

  /// Fields that were made, or an object in a document that is kept and was checked in full.
  enum ObjectContent: Sendable {
    case made(MadeFields)
    case kept(JSONView)
  }

  private(set) var content: ObjectContent

  /// No fields.
  public init() { content = .made(MadeFields()) }

  /// These fields, which must have different keys.
  package init(unique fields: [Field]) { content = .made(MadeFields(unique: fields)) }

  init(kept view: JSONView) { content = .kept(view) }

  /// Whether it stayed in its document.
  package var isKept: Bool { if case .kept = content { true } else { false } }

  /// These fields in this order. If a key occurs twice, its last value counts, in the first position.
  public init(_ fields: some Sequence<(key: String, value: JSON)>) {
    self.init()
    reserveCapacity(fields.underestimatedCount)
    for (key, value) in fields { updateValue(value, forKey: key) }
  }

  /// The fields, for a change.
  private var made: MadeFields {
    get {
      switch content {
      case .made(let made): made
      case .kept: MadeFields(unique: fields)
      }
    }
    _modify {
      var held = made
      // Held only once, so that it can be changed in place.
      content = .made(MadeFields())
      defer { content = .made(held) }
      yield &held
    }
  }

  /// All fields. O(1) if they were made, and none was removed since.
  package var fields: [Field] {
    if case .made(let made) = content { return made.fields }
    var fields: [Field] = []
    for (key, value) in self { fields.append(Field(key: key, value: value)) }
    return fields
  }

  /// Makes room for `count` fields in total.
  public mutating func reserveCapacity(_ count: Int) { made.reserveCapacity(count) }

  /// The keys, in order. O(fields), allocates.
  public var keys: [String] { map(\.key) }

  /// The values, in order. O(fields), allocates.
  public var values: [JSON] { map(\.value) }

  /// The position of a key, or nil. O(1).
  public func index(forKey key: String) -> Int? {
    switch content {
    case .made(let made): made.index(forKey: key)
    case .kept(let view): view.storage.position(ofKey: key, in: view.token)
    }
  }

  /// The value of a field, or nil; setting nil removes the field.
  public subscript(key: String) -> JSON? {
    get {
      switch content {
      case .made(let made): return made[key]
      case .kept(let view):
        let token = view.storage.value(ofKey: key, in: view.token)
        return token.map { view.storage.json(at: $0) }
      }
    }
    _modify { yield &made[key] }
  }

  /// Sets a field and returns its previous value.
  @discardableResult
  public mutating func updateValue(_ value: JSON, forKey key: String) -> JSON? {
    made.updateValue(value, forKey: key)
  }

  /// Removes a field and returns its value. O(1) on average. Once fields of a large object were removed, a position takes
  /// O(log fields) to find.
  @discardableResult
  public mutating func removeValue(forKey key: String) -> JSON? { made.removeValue(forKey: key) }

  /// Removes the fields for which the closure returns true, in one pass. If it throws, the object stays as it was.
  ///
  /// ```swift
  /// object.removeAll { $0.value.isNull }
  /// ```
  public mutating func removeAll(
    where shouldBeRemoved: ((key: String, value: JSON)) throws -> Bool
  ) rethrows {
    try made.removeAll { try shouldBeRemoved(($0.key, $0.value)) }
  }

  /// The value of a key that is probably at `index`.
  func value(forKey key: String, nearIndex index: Int) -> JSON? {
    if case .made(let made) = content, index < made.count {
      let field = made[position: index]
      if haveSameUTF8(field.key, key) { return field.value }
    }
    return self[key]
  }

  /// Appends a field whose key is new.
  mutating func append(_ key: String, _ value: JSON) { made.append(key, value) }

  package mutating func replaceValue(at position: Int, with value: JSON) {
    made.replaceValue(at: position, with: value)
  }

  /// Gives a field another key, which no field has.
  package mutating func changeKey(at position: Int, to key: String) {
    made.changeKey(at: position, to: key)
  }
}

extension JSONObject: RandomAccessCollection {
  public var startIndex: Int { 0 }

  public var endIndex: Int {
    switch content {
    case .made(let made): made.count
    case .kept(let view): view.storage.fieldCount(of: view.token)
    }
  }

  public var isEmpty: Bool {
    // An empty object is never one in a document.
    if case .made(let made) = content { made.isEmpty } else { false }
  }

  /// The first field, or nil.
  public var first: (key: String, value: JSON)? {
    var iterator = makeIterator()
    return iterator.next()
  }

  /// The field at a position, in the order of the fields.
  public subscript(position: Int) -> (key: String, value: JSON) {
    switch content {
    case .made(let made):
      let field = made[position: position]
      return (field.key, field.value)
    case .kept(let view):
      guard let field = view.storage.field(position, of: view.token) else {
        preconditionFailure("index out of range")
      }
      return field
    }
  }
}

extension JSONObject: ExpressibleByDictionaryLiteral {
  /// If a key occurs twice, its last value counts.
  public init(dictionaryLiteral fields: (String, JSON)...) {
    self.init(fields.lazy.map { (key: $0, value: $1) })
  }
}
