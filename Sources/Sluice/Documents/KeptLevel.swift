/// Where the children of one container in a document are: noted once when code looks far into a large one, or when keys
/// repeat, or when look-ups of views have walked far enough (`DocumentStorage+NotedChildren`).
///
/// Sendable because nothing in it changes but `next`, which is set once and atomically. Sound because the document owns it
/// and outlives it: `fields` points into the text.
@safe
final class KeptLevel: @unchecked Sendable {
  /// The container.
  let token: UInt32
  /// The token of each value. In objects, of those that count.
  private let values: [UInt32]
  private let fields: DistinctFields?
  /// Whether all children were found: a container that was not checked may have a fault.
  let isSound: Bool
  /// Another level in the same bucket.
  let next = PublishedReference<KeptLevel>()

  init(array: JSONPosition) {
    token = array.token
    var values: [UInt32] = []
    var last = array.token
    var isSound = true
    do throws(JSONError) {
      while let value = try array.nextElement(after: last) {
        try array.at(value).refuseMissingValue()
        values.append(value)
        last = value
      }
    } catch {
      isSound = false
    }
    self.isSound = isSound
    self.values = values
    fields = nil
  }

  init(object: JSONPosition) {
    token = object.token
    do throws(JSONError) {
      fields = try DistinctFields(of: object)
    } catch {
      fields = nil
    }
    isSound = fields != nil
    values = fields?.values ?? []
  }

  var count: Int { values.count }

  func value(_ place: Int) -> UInt32? {
    values.indices.contains(place) ? values[place] : nil
  }

  /// The key, which is not always that before the value, and the value that counts. Objects only.
  func key(_ place: Int) -> RawString? { fields?.keys[place] }

  /// Whether some fields don't count, because their keys repeat.
  var isAmbiguous: Bool { fields?.isAmbiguous ?? false }

  func place(ofKey key: String) -> Int? { fields?.place(of: key) }
}

/// The levels of a document that were noted: found without a lock, by any number of threads at once.
///
/// Each is added to the end of a bucket's list by one atomic exchange; of two threads that note the same level, the first
/// one's counts. Nothing is removed before the document is.
///
/// Sound because all buckets are initialized from the start to the end of this object's life.
@safe
final class KeptLevels: @unchecked Sendable {
  private let buckets: UnsafeMutablePointer<PublishedReference<KeptLevel>>
  private let count: Int
  /// Odd and chosen at random: no author of a document can fill one bucket.
  private let factor = UInt64.random(in: 0 ... .max) | 1

  /// A bucket for each 256 tokens: levels that are noted mostly have more than 128.
  init(tokens: Int) {
    var count = 1
    while count < tokens >> 8 { count *= 2 }
    self.count = count
    unsafe buckets = .allocate(capacity: count)
    for bucket in 0..<count {
      unsafe (buckets + bucket).initialize(to: PublishedReference())
    }
  }

  deinit {
    unsafe buckets.deinitialize(count: count)
    unsafe buckets.deallocate()
  }

  /// The level of the container, made if it is not yet there.
  func level(of token: UInt32, make: () -> KeptLevel) -> KeptLevel {
    let bucket = Int(truncatingIfNeeded: (UInt64(token) &* factor) >> 32) & (count - 1)
    var last: KeptLevel
    if let first = unsafe buckets[bucket].load() {
      last = first
    } else {
      last = unsafe buckets[bucket].storeIfNil(make())
    }
    while last.token != token {
      if let next = last.next.load() { last = next } else { last = last.next.storeIfNil(make()) }
    }
    return last
  }
}
