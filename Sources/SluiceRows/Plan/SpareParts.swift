import Sluice
import SluiceSystem

/// Objects that were made for one piece of a feed and can be reused for another: plans that have learned
/// the records' order of fields, and memory.
///
/// Sound because a part is here or with one thread, never both: the thread that takes it has it alone.
package final class SpareParts<Part: AnyObject>: @unchecked Sendable {
  private let parts = LockedValue<[Part]>([])
  private let make: @Sendable () -> Part

  package init(_ make: @escaping @Sendable () -> Part) { self.make = make }

  package func reuse() -> Part { parts.withLock { $0.popLast() } ?? make() }

  /// The parts that are here.
  package var all: [Part] { parts.withLock { $0 } }

  /// Holds at most as many parts as there are pieces in work at a time.
  package func put(_ part: Part) { parts.withLock { $0.append(part) } }
}
