/// Values that wait for their container: pushed one by one, and moved out many at a time.
///
/// Sound because `count <= capacity`, the first `count` values of `memory` are initialized and no
/// others, and what is moved out is not counted any more.
@safe
struct FillingStack<Element>: ~Copyable {
  private var memory: UnsafeMutablePointer<Element>
  private(set) var count = 0
  private var capacity = 32

  init() { unsafe memory = .allocate(capacity: capacity) }

  deinit {
    unsafe memory.deinitialize(count: count)
    unsafe memory.deallocate()
  }

  /// The value at a position below `count`.
  subscript(place: Int) -> Element {
    @inline(__always) unsafeAddress {
      precondition(place >= 0 && place < count)
      return unsafe UnsafePointer(memory + place)
    }
    @inline(__always) unsafeMutableAddress {
      precondition(place >= 0 && place < count)
      return unsafe memory + place
    }
  }

  @inline(__always)
  mutating func push(_ element: consuming Element) {
    if count == capacity { grow() }
    unsafe (memory + count).initialize(to: element)
    count &+= 1
  }

  /// Moves the values from a position on into an array of exactly that size.
  mutating func takeAll(from start: Int) -> [Element] {
    precondition(start >= 0 && start <= count)
    let size = count - start
    count = start
    // An array of no capacity would write its count into the empty array that all threads share.
    guard size > 0 else { return [] }
    return unsafe Array(unsafeUninitializedCapacity: size) { room, initialized in
      unsafe room.baseAddress?.moveInitialize(from: memory + start, count: size)
      initialized = size
    }
  }

  mutating func removeAll(from start: Int) {
    precondition(start >= 0 && start <= count)
    unsafe (memory + start).deinitialize(count: count - start)
    count = start
  }

  @inline(never)
  private mutating func grow() {
    let larger = UnsafeMutablePointer<Element>.allocate(capacity: capacity * 2)
    unsafe larger.moveInitialize(from: memory, count: count)
    unsafe memory.deallocate()
    unsafe memory = unsafe larger
    capacity *= 2
  }
}
