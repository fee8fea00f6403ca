extension JSONObject {
  public func makeIterator() -> Iterator { Iterator(self) }

  /// Makes the fields of an object one by one.
  ///
  /// Sendable and sound because what `fields` points at belongs to the document in `content`, which keeps it, and lives as
  /// long as this value. Reading through it counts no reference.
  @safe
  public struct Iterator: IteratorProtocol, @unchecked Sendable {
    /// What an iteration reads through.
    @safe
    fileprivate struct Read {
      /// Nil unless the fields are those of the text.
      var index: UnsafePointer<StructuralIndex>?
      var keys: SharedKeys.Table?
      /// The fields that count, if some don't.
      var level: Unmanaged<KeptLevel>?
      var first = 0
      var end: Int
    }

    private let content: ObjectContent
    private let fields: Read
    /// The place of the key before.
    private var lastKey = SharedKeys.Table.noKey
    /// The next field: its position, or its value's token in the document.
    private var place: Int

    init(_ object: JSONObject) {
      switch object.content {
      case .made(let made):
        fields = unsafe Read(
          index: nil, keys: nil, level: nil, first: made.firstPlace, end: .max)
      case .kept(let view): fields = view.storage.fields(of: view.token)
      }
      content = object.content
      place = fields.first
    }

    public mutating func next() -> (key: String, value: JSON)? {
      guard place < fields.end else { return nil }
      guard let index = unsafe fields.index else { return nextNoted() }
      let token = UInt32(truncatingIfNeeded: place)
      let here = unsafe JSONPosition(index: index, token: token, generation: 1)
      let raw = RawString(here.at(token &- 2))
      let key = fields.keys?.string(raw, after: &lastKey) ?? raw.ownedString
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

    /// The next field that was made, or noted.
    @inline(never)
    private mutating func nextNoted() -> (key: String, value: JSON)? {
      defer { place += 1 }
      switch content {
      case .made(let made):
        guard let next = made.nextPlace(from: place) else { return nil }
        place = next
        let field = made[place: next]
        return (field.key, field.value)
      case .kept(let object):
        guard let level = unsafe fields.level else { return nil }
        return unsafe object.storage.field(place, of: level.takeUnretainedValue())
      }
    }
  }
}

extension DocumentStorage {
  @inline(__always)
  fileprivate func fields(of object: UInt32) -> JSONObject.Iterator.Read {
    let keys = sharedKeys
    if hasDistinctKeys(object, keys) {
      return unsafe JSONObject.Iterator.Read(
        index: header, keys: keys, level: nil, first: Int(object) + 3, end: Int(close(of: object)))
    }
    let level = level(of: object)
    return unsafe JSONObject.Iterator.Read(
      index: nil, keys: nil, level: .passUnretained(level), end: level.count)
  }
}
