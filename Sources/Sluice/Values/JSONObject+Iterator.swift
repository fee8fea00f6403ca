extension JSONObject {
  public func makeIterator() -> Iterator { Iterator(self) }

  /// Makes the fields of an object one by one.
  public struct Iterator: IteratorProtocol, Sendable {
    private let made: [Field]
    private let storage: DocumentStorage?
    /// The fields that count, if some don't.
    private let level: KeptLevel?
    /// The next field: its position, or its value's token in the document.
    private var place: Int
    private let end: Int

    init(_ object: JSONObject) {
      switch object.content {
      case .made(let fields):
        made = fields.fields
        storage = nil
        level = nil
        place = 0
        end = fields.fields.count
      case .kept(let view):
        made = []
        storage = view.storage
        level = view.storage.hasDistinctKeys(view.token) ? nil : view.storage.level(of: view.token)
        place = level == nil ? Int(view.token) + 3 : 0
        end = level?.count ?? Int(view.storage.close(of: view.token))
      }
    }

    public mutating func next() -> (key: String, value: JSON)? {
      guard place < end else { return nil }
      guard let storage else {
        let field = made[place]
        place += 1
        return (field.key, field.value)
      }
      if let level {
        defer { place += 1 }
        return storage.field(place, of: level)
      }
      let value = UInt32(truncatingIfNeeded: place)
      // A comma, a key and a colon, or the closing brace.
      place = Int(storage.after(value)) + 3
      return (storage.key(at: value &- 2), storage.json(at: value))
    }
  }
}
