import Sluice

/// Branches for nested containers and superclasses, and the places in the text where they belong.
extension EncodingBranch {
  struct Hole {
    var place: Int
    let depth: Int
    let key: String?
    let branch: EncodingBranch
  }

  /// The branch for a nested container or superclass whose value belongs here. One for each key.
  func branch(_ key: String?, _ codingKey: any CodingKey, _ depth: Int) -> EncodingBranch {
    if let key, let hole = holes.first(where: { $0.key == key && $0.depth == depth }) {
      return hole.branch
    }
    if let key { writeKey(key, depth) } else { separateElement(depth) }
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
      let added = hole.branch.text.out.count
      unsafe text.insert(hole.branch.text.out.bytes, at: hole.place)
      for index in (0..<text.fields.count).reversed() {
        guard text.fields[index].start >= hole.place else { break }
        text.fields[index].start += added
        text.fields[index].keyEnd += added
      }
    }
  }

  /// Finishes the branches in a field's text, which was removed, and moves the places of those after it.
  func removeHoles(in removed: Range<Int>) {
    for hole in holes where removed.lowerBound < hole.place && hole.place <= removed.upperBound {
      hole.branch.finish()
    }
    holes.removeAll { removed.lowerBound < $0.place && $0.place <= removed.upperBound }
    for index in holes.indices where holes[index].place > removed.upperBound {
      holes[index].place -= removed.count
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
