import Sluice
import SluiceSystem

/// The pattern of a document that was compiled last: a filter is mostly asked with one and the same for all elements, and to
/// compile it takes longer than to match it.
final class LastPattern: Sendable {
  private struct Compiled {
    let text: [UInt8]
    let pattern: LinearPattern?
  }

  private let last = LockedValue<Compiled?>(nil)

  /// The pattern of a text; nil for one that is no I-Regexp. Throws `tooLarge`.
  func pattern(
    _ text: UnsafeBufferPointer<UInt8>
  ) throws(LinearPattern.Refusal) -> LinearPattern? {
    if let known = last.withLock({ $0 }), unsafe known.text.elementsEqual(text) {
      return known.pattern
    }
    let made: LinearPattern?
    do throws(LinearPattern.Refusal) {
      made = try unsafe LinearPattern(String(decoding: text, as: UTF8.self))
    } catch {
      guard case .notConforming = error else { throw error }
      made = nil
    }
    let compiled = unsafe Compiled(text: Array(text), pattern: made)
    last.withLock { $0 = compiled }
    return made
  }
}
