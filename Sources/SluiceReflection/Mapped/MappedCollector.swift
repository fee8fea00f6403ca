import SluiceSystem

/// Collects the boxes that an initialiser makes on this thread, in order. A mirror of each instance
/// would cost ten times as much.
///
/// Sound because the thread's pointer is to a collector that `collect` holds, and is restored
/// before that returns; no other thread sees it.
final class MappedCollector {
  private(set) var boxes: [AnyMappedBox] = []

  func add(_ box: AnyMappedBox) { boxes.append(box) }

  private static let slot = ThreadSlot()

  static var current: MappedCollector? {
    guard let pointer = unsafe slot?.pointer else { return nil }
    return unsafe Unmanaged<MappedCollector>.fromOpaque(pointer).takeUnretainedValue()
  }

  /// Returns the result of `make` and the boxes made in it. There are no boxes when the system has
  /// no room for a thread-local value. `count` is the expected number of boxes, if known.
  static func collect<T>(count: Int = 0, _ make: () -> T) -> (T, [AnyMappedBox]) {
    guard let slot else { return (make(), []) }
    let collector = MappedCollector()
    collector.boxes.reserveCapacity(count)
    let outer = unsafe slot.pointer
    return withExtendedLifetime(collector) {
      unsafe slot.pointer = unsafe Unmanaged.passUnretained(collector).toOpaque()
      defer { unsafe slot.pointer = unsafe outer }
      let made = make()
      return (made, collector.boxes)
    }
  }
}
