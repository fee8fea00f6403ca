/// Long keys of a document that were read before: the same few occur again and again, and sharing a string costs less than
/// making one. Any number of threads may ask at once, without a lock.
///
/// Sound because all places are initialized from the start to the end of this object's life, and what is in one never
/// changes.
@safe
final class SharedKeys: @unchecked Sendable {
  private final class Key: Sendable {
    let string: String
    init(_ string: String) { self.string = string }
  }

  /// Indexed by a few of the key's bytes. The first of several keys with the same bytes has the place.
  private let places: UnsafeMutablePointer<PublishedReference<Key>>
  private static var count: Int { 128 }

  init() {
    unsafe places = .allocate(capacity: SharedKeys.count)
    for place in 0..<SharedKeys.count {
      unsafe (places + place).initialize(to: PublishedReference())
    }
  }

  deinit {
    unsafe places.deinitialize(count: SharedKeys.count)
    unsafe places.deallocate()
  }

  /// The key, which has more than 15 bytes. Nil for one with escapes, and for one whose place another key has.
  func string(_ raw: RawString) -> String? {
    let place = RecentKeys.sum(raw) & (SharedKeys.count - 1)
    if let known = unsafe places[place].load() {
      return raw.equalsPlain(known.string) ? known.string : nil
    }
    guard !raw.hasEscapes, let made = raw.string else { return nil }
    _ = unsafe places[place].storeIfNil(Key(made))
    return made
  }
}

extension DocumentStorage {
  /// A long key. Nil if it can't be shared, or if the document is too small for that to pay.
  func sharedKey(_ raw: RawString) -> String? {
    guard unsafe header.pointee.end > 256 else { return nil }
    return sharedKeys.string(raw)
  }
}
