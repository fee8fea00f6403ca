import Sluice

/// Where the fields of all open objects are in the text, the innermost last. An array would check on each key whether it is
/// shared.
///
/// Sound because places below `count` are initialised, and each access checks that its place is one of them.
@safe
struct FieldList: ~Copyable {
  /// A field of the text: see `WrittenFields.WrittenField`, whose initialiser is a call into another module.
  struct Place {
    var start: Int
    /// The end of its key; the complement of that, if the field was replaced.
    private var end: Int

    @inline(__always)
    init(start: Int, keyEnd: Int) {
      self.start = start
      end = keyEnd
    }

    var keyEnd: Int { end < 0 ? ~end : end }

    /// Whether another field of its key came later: then the text is removed when the object ends. Its key stays up to then,
    /// for look-ups.
    var isReplaced: Bool { end < 0 }

    mutating func setReplaced() { if end >= 0 { end = ~end } }

    mutating func move(by distance: Int) {
      self = Place(start: start + distance, keyEnd: end + distance)
    }
  }

  private var memory: UnsafeMutablePointer<Place>
  private(set) var count = 0
  private var capacity = 64

  init() { unsafe memory = .allocate(capacity: 64) }

  deinit { unsafe memory.deallocate() }

  subscript(place: Int) -> Place {
    get {
      precondition(place >= 0 && place < count)
      return unsafe memory[place]
    }
    set {
      precondition(place >= 0 && place < count)
      unsafe memory[place] = newValue
    }
  }

  @inline(__always)
  mutating func append(_ field: Place) {
    if count == capacity { grow() }
    unsafe (memory + count).initialize(to: field)
    count &+= 1
  }

  /// Forgets the fields after the first `count`.
  @inline(__always)
  mutating func truncate(to count: Int) { self.count = min(count, self.count) }

  func fields(from first: Int) -> ArraySlice<WrittenFields.WrittenField> {
    precondition(first >= 0 && first <= count)
    return unsafe UnsafeBufferPointer(start: memory + first, count: count - first).map {
      WrittenFields.WrittenField(start: $0.start, keyEnd: $0.keyEnd)
    }[...]
  }

  @inline(never)
  private mutating func grow() {
    let more = UnsafeMutablePointer<Place>.allocate(capacity: 2 * capacity)
    unsafe more.update(from: memory, count: count)
    unsafe memory.deallocate()
    unsafe memory = unsafe more
    capacity *= 2
  }
}
