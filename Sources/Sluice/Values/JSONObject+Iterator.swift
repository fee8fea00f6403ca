extension JSONObject {
  public func makeIterator() -> Iterator { Iterator(self) }

  /// Makes the fields of an object one by one.
  ///
  /// Sendable and sound because `index`, `keys` and `level` are those of the document in `content`, which keeps them, and
  /// which lives as long as this value. Reading through them counts no reference.
  @safe
  public struct Iterator: IteratorProtocol, @unchecked Sendable {
    private let content: Content
    /// Nil unless the fields are those of the text.
    private let index: UnsafePointer<StructuralIndex>?
    private let keys: SharedKeys.Table?
    /// The fields that count, if some don't.
    private let level: Unmanaged<KeptLevel>?
    /// The place of the key before.
    private var lastKey: UInt32
    /// The next field: its position, or its value's token in the document.
    private var place: Int
    private let end: Int

    init(_ object: JSONObject) {
      content = object.content
      lastKey = SharedKeys.Table.noKey
      switch content {
      case .made(let made):
        unsafe (index, level) = (nil, nil)
        keys = nil
        place = 0
        end = made.fields.count
      case .kept(let view):
        let keys = view.storage.sharedKeys
        self.keys = keys
        if view.storage.hasDistinctKeys(view.token, keys) {
          unsafe (index, level) = (view.storage.header, nil)
          place = Int(view.token) + 3
          end = Int(view.position.close)
        } else {
          let level = view.storage.level(of: view.token)
          unsafe (index, self.level) = (nil, .passUnretained(level))
          place = 0
          end = level.count
        }
      }
    }

    public mutating func next() -> (key: String, value: JSON)? {
      guard place < end else { return nil }
      guard let index = unsafe index else { return nextNoted() }
      let token = UInt32(truncatingIfNeeded: place)
      let here = unsafe JSONPosition(index: index, token: token, generation: 1)
      let raw = RawString(here.at(token &- 2))
      let key = keys?.string(raw, after: &lastKey) ?? raw.ownedString
      let byte = here.byte
      // A comma, a key and a colon, or the closing brace.
      guard Byte.opens(byte), case .kept(let object) = content else {
        place += 4
        return (key, here.scalar(byte))
      }
      let close = here.close
      place = Int(close) + 4
      return (key, object.storage.container(token, byte, close))
    }

    /// Of fields that were made, or noted.
    @inline(never)
    private mutating func nextNoted() -> (key: String, value: JSON)? {
      defer { place += 1 }
      switch content {
      case .made(let made): return (made.fields[place].key, made.fields[place].value)
      case .kept(let object):
        guard let level = unsafe level else { return nil }
        return unsafe object.storage.field(place, of: level.takeUnretainedValue())
      }
    }
  }
}
