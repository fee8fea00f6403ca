import Sluice

/// The text of a branch with those of the branches in it.
///
/// A branch that were put into its place when its object ends would be copied for each level around it. So the places are
/// noted, and one pass over all texts makes the whole.
extension EncodingBranch {
  /// A branch whose text is being copied.
  private struct Copied {
    let branch: EncodingBranch
    let changes: [EncodingText.Change]
    var next = 0
    /// Up to where the text was copied.
    var place = 0

    init(_ branch: EncodingBranch) {
      self.branch = branch
      changes = branch.pending.sorted { $0.place < $1.place }
    }
  }

  /// Makes all changes that are pending, here and in the branches that belong here. Takes no stack for their nesting.
  func makePending() {
    text.makeSorts()
    guard !pending.isEmpty else { return }
    var out = OutputBuffer()
    var open = [Copied(self)]
    while let last = open.indices.last {
      let (branch, next, place) = (open[last].branch, open[last].next, open[last].place)
      guard next < open[last].changes.count else {
        unsafe out.append(raw: branch.text.out.bytes[place...])
        open.removeLast()
        continue
      }
      open[last].next += 1
      let change = open[last].changes[next]
      // Inside of what was removed.
      guard change.place >= place else { continue }
      unsafe out.append(raw: branch.text.out.bytes[place..<change.place])
      open[last].place = change.place + change.removed
      if let inserted = change.inserted { open.append(Copied(inserted)) }
    }
    releaseHoles()
    text.out = out
  }
}
