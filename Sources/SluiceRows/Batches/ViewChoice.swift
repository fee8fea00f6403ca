import SluiceFeed
import SluiceSystem

/// Whether windows of a feed stay with the views that point there, or their texts are copied.
///
/// Each piece is read as its predecessor suggests, so that no piece is both viewed and copied, unless the feed changes.
/// The first piece is viewed. Shared by the threads that read.
package final class ViewChoice: Sendable {
  /// How large a share of a piece must be viewed.
  private let leastShare: Double
  private let nextIsViewed: LockedValue<Bool>

  package init(leastShare: Double) {
    self.leastShare = leastShare
    nextIsViewed = LockedValue(leastShare <= 1)
  }

  /// Whether the texts of the next piece are views into its windows.
  var viewsNext: Bool { nextIsViewed.withLock { $0 } }

  /// Whether the windows of a piece whose texts are viewed stay, and decides about the next piece.
  func keeps(_ windows: [KeptWindow], viewed: Int) -> Bool {
    let size = windows.reduce(0) { $0 + $1.capacity }
    let isKept = viewed > 0 && Double(viewed) >= leastShare * Double(size)
    // A piece without windows says nothing: its records are not lines, say.
    if size > 0 { nextIsViewed.withLock { $0 = isKept || leastShare <= 0 } }
    return isKept
  }

  /// Decides about the next piece, after one whose texts were copied: `copied` bytes of them could have been viewed.
  ///
  /// Asks for a larger share than `keeps` does, because windows are larger than what was read into them.
  func note(copied: Int, of bytes: Int64) {
    let share = min(leastShare * 1.25, (leastShare + 1) / 2)
    guard bytes > 0, leastShare <= 1, Double(copied) >= share * Double(bytes) else { return }
    nextIsViewed.withLock { $0 = true }
  }
}
