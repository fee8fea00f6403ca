import CSimdJSON

/// Keys of a document that were read before: the same few occur again and again, and sharing a string costs less than
/// making one. Any number of threads may ask at once, without a lock.
///
/// They also tell whether an object has a key twice: two keys are equal if they have the same place.
///
/// Sound because the places are initialized from the start to the end of this object's life, and what is in one never
/// changes once it is known. The document owns this object, and the text that its places point at.
@safe
final class SharedKeys: @unchecked Sendable {
  let table: Table

  init() { table = Table() }

  deinit { table.deallocate() }

  /// The places, and the string of each: valid as long as the object that owns them.
  @safe
  struct Table: @unchecked Sendable {
    private let keys: UnsafeMutablePointer<csj_known_key>
    /// Initialized where the place is known.
    private let strings: UnsafeMutablePointer<String>

    private static var count: Int { Int(CSJ_KEY_PLACES) }

    fileprivate init() {
      unsafe keys = .allocate(capacity: Table.count)
      unsafe keys.initialize(repeating: csj_known_key(), count: Table.count)
      unsafe strings = .allocate(capacity: Table.count)
    }

    fileprivate func deallocate() {
      for place in 0..<Table.count where unsafe UInt32(keys[place].state) == CSJ_KEY_KNOWN.rawValue
      {
        unsafe (strings + place).deinitialize(count: 1)
      }
      unsafe strings.deallocate()
      unsafe keys.deallocate()
    }

    /// The key, if it is known.
    @inline(__always)
    func string(_ raw: RawString) -> String? {
      let place = unsafe csj_find_key(keys, raw.base, UInt32(truncatingIfNeeded: raw.count))
      return place < 0 ? nil : unsafe strings[Int(place)]
    }

    /// The same, where the key at the place `last` came before. Notes the place of this one.
    @inline(__always)
    func string(_ raw: RawString, after last: inout UInt32) -> String? {
      let length = UInt32(truncatingIfNeeded: raw.count)
      let place = unsafe csj_find_next_key(keys, last, raw.base, length)
      guard place >= 0 else { return nil }
      last = UInt32(truncatingIfNeeded: place)
      return unsafe strings[Int(place)]
    }

    /// No key's place.
    static var noKey: UInt32 { CSJ_NO_KEY }

    /// Makes the key known. Returns false for one with escapes, and if there is no place for it.
    @inline(never)
    private func enter(_ raw: RawString) -> Bool {
      let length = UInt32(truncatingIfNeeded: raw.count)
      let found = unsafe csj_find_key(keys, raw.base, length)
      if found >= 0 { return true }
      guard found != .min, !raw.hasEscapes, let string = raw.string else { return false }
      let place = Int(-1 - found)
      guard unsafe csj_claim_key(keys + place) else { return false }
      unsafe (strings + place).initialize(to: string)
      unsafe csj_publish_key(keys + place, raw.base, length)
      return true
    }

    /// Whether no key occurs twice in an object of a document that was checked in full. Enters its keys. Nil if that
    /// can't be said, because not all of them have a place.
    func areDistinct(in object: JSONPosition) -> Bool? {
      guard let links = unsafe object.context.pointee.links else { return nil }
      let index = unsafe object.index.pointee
      let close = object.close
      var walk = csj_key_walk()
      walk.key = object.token &+ 1
      walk.last = Table.noKey
      while true {
        switch unsafe csj_compare_keys(index.bytes, index.tokens, links, keys, close, &walk) {
        case CSJ_KEYS_DIFFER: return true
        case CSJ_KEYS_REPEAT: return false
        default: if !enter(RawString(object.at(walk.key))) { return nil }
        }
      }
    }
  }
}

extension DocumentStorage {
  /// The keys that are shared, or nil if the document is too small for that to pay.
  @inline(__always)
  var sharedKeys: SharedKeys.Table? {
    guard unsafe header.pointee.end > 256 else { return nil }
    return notedKeys.read { $0.table } ?? makeSharedKeys()
  }

  @inline(never)
  private func makeSharedKeys() -> SharedKeys.Table { notedKeys.storeIfNil(SharedKeys()).table }
}
