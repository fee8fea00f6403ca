import Sluice

/// Branches for nested containers and superclasses, and the places in the text where they belong.
extension EncodingBranch {
  struct Hole {
    var place: Int
    let depth: Int
    var key: String?
    let branch: EncodingBranch
    /// Whether its field was replaced, so that the text belongs nowhere. The branch may be in use until the level ends.
    var isReplaced = false
  }

  /// The branch for a nested container or superclass whose value belongs here. One for each key.
  func branch(_ key: String?, _ codingKey: any CodingKey, _ depth: Int) -> EncodingBranch {
    if let key, let hole = holes.first(where: { $0.key == key && $0.depth == depth }) {
      return hole.branch
    }
    if let key {
      let earlier = writeKey(key, depth)
      if earlier >= 0 { replace(earlier, depth) }
    } else {
      separateElement(depth)
    }
    let branch = EncodingBranch(
      options, types, path: codingPath(depth) + [codingKey], indent: text.indent + depth + 1)
    holes.append(Hole(place: text.out.count, depth: depth, key: key, branch: branch))
    return branch
  }

  /// Puts the branches of the level that ends into the text.
  @inline(never)
  func fillHoles() {
    while let hole = holes.last, hole.depth == depth {
      holes.removeLast()
      hole.branch.finish()
      if hole.isReplaced { continue }
      let added = hole.branch.text.out.count
      unsafe text.insert(hole.branch.text.out.bytes, at: hole.place)
      for index in (0..<text.fields.count).reversed() {
        guard text.fields[index].start >= hole.place else { break }
        text.fields[index].start += added
        text.fields[index].keyEnd += added
      }
    }
  }

  /// Gives up the branches in a field's text, which was removed, and moves the places of those after it.
  func removeHoles(in removed: Range<Int>) {
    for index in holes.indices where holes[index].place > removed.lowerBound {
      if holes[index].place > removed.upperBound {
        holes[index].place -= removed.count
      } else {
        holes[index].place = removed.lowerBound
        holes[index].key = nil
        holes[index].isReplaced = true
      }
    }
  }

  /// Forgets the branches of a value whose encoding threw, whose text begins there.
  func abandonHoles(from start: Int) {
    while let last = holes.last, last.place >= start, last.depth >= depth {
      holes.removeLast()
      last.branch.finish()
    }
  }
}
