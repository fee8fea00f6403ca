import Sluice
import SluiceSystem
import Synchronization

/// Idle sessions, so that the first small document is decoded as fast as the thousandth. Threads never wait for one: the
/// pool makes a session when it has no idle one.
///
/// A small session goes to one of a few places, each filled and emptied by one atomic operation; a thread uses its own
/// place and one neighbour. The others are in a list.
///
/// Sound because a session is either in the pool, where one thread takes it, or in the hands of one decode.
@safe
final class SessionPool: Sendable {
  static let shared = SessionPool()

  /// The most idle sessions in the list, and the most memory that they hold in total.
  private static let (limit, memoryLimit) = (32, 64 << 20)
  /// The most memory of a session in a place.
  static var small: Int { 1 << 20 }
  private static var count: Int { 8 }
  /// Each place has a cache line of its own.
  private static var stride: Int { 8 }

  private struct Idle {
    var sessions: [(owner: SessionOwner, memory: Int)] = []
    var memory = 0
  }

  private let idle = LockedValue(Idle())
  private nonisolated(unsafe) let places: UnsafeMutablePointer<Atomic<UInt>>

  private init() {
    let size = SessionPool.count * SessionPool.stride
    unsafe places = .allocate(capacity: size)
    for place in 0..<size { unsafe (places + place).initialize(to: Atomic(0)) }
  }

  func borrow() throws(JSONError) -> Unmanaged<SessionOwner> {
    let own = SessionPool.ownPlace
    if let found = unsafe borrow(at: own) ?? borrow(at: own ^ 1) { return unsafe found }
    let last = idle.withLock { idle -> SessionOwner? in
      guard let last = idle.sessions.popLast() else { return nil }
      idle.memory -= last.memory
      return last.owner
    }
    if let last { return unsafe .passRetained(last) }
    return unsafe .passRetained(try SessionOwner())
  }

  /// Frees the session if the pool has enough. A session that read a very large document is too large to keep.
  func putBack(_ owner: Unmanaged<SessionOwner>) {
    let memory = unsafe owner._withUnsafeGuaranteedRef { $0.session.memory }
    let own = SessionPool.ownPlace
    if memory <= SessionPool.small, unsafe put(owner, at: own) || put(owner, at: own ^ 1) { return }
    let released = unsafe owner.takeRetainedValue()
    idle.withLock { idle in
      guard idle.sessions.count < SessionPool.limit,
        memory <= SessionPool.memoryLimit - idle.memory
      else { return }
      idle.memory += memory
      idle.sessions.append((released, memory))
    }
  }

  /// Threads' numbers are addresses, which differ in their middle bits.
  private static var ownPlace: Int {
    Int(truncatingIfNeeded: (ThreadIdentity.current &* 0x9E37_79B9_7F4A_7C15) &>> 61)
  }

  private func borrow(at place: Int) -> Unmanaged<SessionOwner>? {
    let slot = unsafe places + place &* SessionPool.stride
    guard unsafe slot.pointee.load(ordering: .relaxed) != 0 else { return nil }
    let word = unsafe slot.pointee.exchange(0, ordering: .acquiring)
    guard let found = unsafe UnsafeRawPointer(bitPattern: word) else { return nil }
    return unsafe .fromOpaque(found)
  }

  private func put(_ owner: Unmanaged<SessionOwner>, at place: Int) -> Bool {
    let slot = unsafe places + place &* SessionPool.stride
    guard unsafe slot.pointee.load(ordering: .relaxed) == 0 else { return false }
    return unsafe slot.pointee.compareExchange(
      expected: 0, desired: UInt(bitPattern: owner.toOpaque()), ordering: .releasing
    ).exchanged
  }
}
