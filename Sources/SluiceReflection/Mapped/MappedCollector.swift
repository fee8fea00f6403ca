#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Collects the boxes that an initialiser makes on this thread, in order. A mirror of each instance
/// would cost ten times as much.
///
/// Sound because the thread's pointer is to a collector that `collect` holds, and is restored
/// before that returns; no other thread sees it.
final class MappedCollector {
  private(set) var boxes: [AnyMappedBox] = []

  func add(_ box: AnyMappedBox) { boxes.append(box) }

  private static let key: pthread_key_t? = {
    var key = pthread_key_t()
    return pthread_key_create(&key, nil) == 0 ? key : nil
  }()

  static var current: MappedCollector? {
    guard let key, let pointer = pthread_getspecific(key) else { return nil }
    return Unmanaged<MappedCollector>.fromOpaque(pointer).takeUnretainedValue()
  }

  /// Returns the result of `make` and the boxes made in it. There are no boxes when the system has
  /// no room for a thread-local value. `count` is the expected number of boxes, if known.
  static func collect<T>(count: Int = 0, _ make: () -> T) -> (T, [AnyMappedBox]) {
    guard let key else { return (make(), []) }
    let collector = MappedCollector()
    collector.boxes.reserveCapacity(count)
    let outer = pthread_getspecific(key)
    return withExtendedLifetime(collector) {
      pthread_setspecific(key, Unmanaged.passUnretained(collector).toOpaque())
      defer { pthread_setspecific(key, outer) }
      let made = make()
      return (made, collector.boxes)
    }
  }
}
