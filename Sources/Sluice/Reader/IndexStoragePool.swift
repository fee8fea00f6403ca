import SluiceSystem
import Synchronization

/// The storage of readers that were released, for the next readers: so one that is used once costs little more than one
/// that is used again.
///
/// A few places, each filled and emptied by one atomic operation. A thread uses its own place and one neighbour, so
/// that threads rarely meet there. Storage that is large, that someone else refers to, or that finds both places
/// taken is freed.
///
/// Sound because only storage with a single reference is put here, and the reference moves with it.
@safe
package final class IndexStoragePool: Sendable {
  package static let shared = IndexStoragePool()

  /// The most bytes that one storage may hold. All of them together hold at most eight times as many.
  package static let largest = 1 << 20
  private static let count = 8
  /// Each place has a cache line of its own.
  private static let stride = 8

  private nonisolated(unsafe) let places: UnsafeMutablePointer<Atomic<UInt>>

  package init() {
    let size = IndexStoragePool.count * IndexStoragePool.stride
    unsafe places = .allocate(capacity: size)
    for place in 0..<size { unsafe (places + place).initialize(to: Atomic(0)) }
  }

  deinit {
    releaseMemory()
    unsafe places.deinitialize(count: IndexStoragePool.count * IndexStoragePool.stride).deallocate()
  }

  /// Storage for a new reader, if there is any.
  package func borrow() -> Unmanaged<IndexStorage>? {
    let own = IndexStoragePool.ownPlace
    return unsafe borrow(at: own) ?? borrow(at: own ^ 1)
  }

  /// Keeps the storage of a released reader, or frees it.
  package func put(_ released: consuming IndexStorage) {
    guard isKnownUniquelyReferenced(&released), released.memory <= IndexStoragePool.largest else {
      return
    }
    released.prepareForNextReader()
    let own = IndexStoragePool.ownPlace
    let kept = unsafe Unmanaged.passRetained(released)
    guard unsafe !put(kept, at: own), unsafe !put(kept, at: own ^ 1) else { return }
    unsafe kept.release()
  }

  /// Frees what is kept.
  package func releaseMemory() {
    for place in 0..<IndexStoragePool.count { unsafe borrow(at: place)?.release() }
  }

  /// Threads' numbers are addresses, which differ in their middle bits.
  private static var ownPlace: Int {
    Int(truncatingIfNeeded: (ThreadIdentity.current &* 0x9E37_79B9_7F4A_7C15) &>> 61)
  }

  private func borrow(at place: Int) -> Unmanaged<IndexStorage>? {
    let slot = unsafe places + place &* IndexStoragePool.stride
    guard unsafe slot.pointee.load(ordering: .relaxed) != 0 else { return nil }
    let word = unsafe slot.pointee.exchange(0, ordering: .acquiring)
    guard let found = unsafe UnsafeRawPointer(bitPattern: word) else { return nil }
    return unsafe .fromOpaque(found)
  }

  private func put(_ kept: Unmanaged<IndexStorage>, at place: Int) -> Bool {
    let slot = unsafe places + place &* IndexStoragePool.stride
    let word = unsafe UInt(bitPattern: kept.toOpaque())
    return unsafe slot.pointee.compareExchange(
      expected: 0, desired: word, ordering: .releasing
    ).exchanged
  }
}
