import Synchronization

/// A place in every reader's context where a layer keeps an object of its own type.
///
/// The layer declares its slot once, as a static constant of an extension of `ContextSlot`, and reads and writes
/// `context[.slot]`. The core knows nothing of the type.
///
/// Sound because no two slots have the same number, so what is found at a slot's number was stored through it.
@usableFromInline
package struct ContextSlot<Object: AnyObject>: Sendable {
  @usableFromInline let number: Int

  /// Takes the next free place.
  package init() { number = ContextSlots.takeNext() }
}

/// The objects that a context keeps, one for each slot.
@usableFromInline
struct ContextSlots {
  private var objects: (AnyObject?, AnyObject?, AnyObject?, AnyObject?) = (nil, nil, nil, nil)

  private static let count = 4
  private static let taken = Atomic(0)

  static func takeNext() -> Int {
    let number = taken.add(1, ordering: .relaxed).oldValue
    precondition(number < count, "a context has room for \(count) layers")
    return number
  }
}

extension UnsafeMutablePointer<DecodingContext> {
  /// What the layer keeps in its slot, if anything. The context holds it.
  @inlinable @inline(__always)
  package subscript<Object>(slot: ContextSlot<Object>) -> Object? {
    get { unsafe object(slot.number).pointee.map { unsafe unsafeDowncast($0, to: Object.self) } }
    nonmutating set { unsafe object(slot.number).pointee = newValue }
  }

  /// Whether the layer keeps anything in its slot.
  @inlinable @inline(__always)
  package func holds<Object>(_ slot: ContextSlot<Object>) -> Bool {
    unsafe object(slot.number).pointee != nil
  }

  @inlinable @inline(__always)
  func object(_ number: Int) -> UnsafeMutablePointer<AnyObject?> {
    let slots = unsafe UnsafeMutableRawPointer(pointer(to: \.slots)!)
    return unsafe slots.assumingMemoryBound(to: AnyObject?.self) + number
  }
}
