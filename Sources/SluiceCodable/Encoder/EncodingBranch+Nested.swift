import Sluice

/// Branches for nested containers and superclasses, and the places in the text where they belong.
extension EncodingBranch {
  struct Hole {
    let place: Int
    let depth: Int
    var key: String?
    let branch: EncodingBranch
    /// Whether its field was replaced, so that the text belongs nowhere. The branch may be in use until the level ends.
    var isReplaced = false

    /// The key of a hole in the object at a depth.
    struct KeyAtDepth: Hashable {
      let depth: Int
      let key: String
    }

    var name: KeyAtDepth? { key.map { KeyAtDepth(depth: depth, key: $0) } }
  }

  /// The branch for a nested container, or for a superclass, whose value belongs here.
  ///
  /// Nested containers of one key are one container; the last superclass of a key counts. A value that was encoded for the key
  /// is never replaced by a container.
  func branch(
    _ key: String?, _ codingKey: any CodingKey, isSuper: Bool, _ depth: Int
  ) -> EncodingBranch {
    if let key {
      if !isSuper, let known = hole(key, depth) { return holes[known].branch }
      let earlier = writeKey(key, depth)
      if earlier >= 0 {
        if !isSuper { note(mistakeAt: depth, codingKey) }
        replace(earlier, depth)
      }
    } else {
      separateElement(depth)
    }
    let branch = EncodingBranch(
      options, types, path: EncodingPath(steps(to: depth) + [codingKey], after: path),
      indent: text.indent + depth + 1)
    holes.append(Hole(place: text.out.count, depth: depth, key: key, branch: branch))
    return branch
  }

  /// The hole of a key. A few are compared one by one.
  private func hole(_ key: String, _ depth: Int) -> Int? {
    guard holes.count > 16 else {
      return holes.firstIndex { $0.key == key && $0.depth == depth }
    }
    while indexedHoles < holes.count {
      if let name = holes[indexedHoles].name { holeIndex[name] = indexedHoles }
      indexedHoles += 1
    }
    return holeIndex[Hole.KeyAtDepth(depth: depth, key: key)]
  }

  /// Takes the holes from one on.
  private func takeHoles(from first: Int) -> [Hole] {
    // No slice, which would make the list copy itself.
    let taken = Array(holes[first...])
    if indexedHoles > first {
      for hole in taken { if let name = hole.name { holeIndex[name] = nil } }
      indexedHoles = first
    }
    holes.removeLast(holes.count - first)
    return taken
  }

  /// Ends branches, and those in them first. Takes no stack for their nesting.
  private static func finish(_ holes: [Hole]) {
    var branches = holes.map(\.branch)
    var next = 0
    while next < branches.count {
      for hole in branches[next].holes { branches.append(hole.branch) }
      next += 1
    }
    for branch in branches.reversed() { branch.finish() }
  }

  /// Puts the branches of the level that ends into the text, and takes the fields that were replaced out of it; or, unless
  /// the object is sorted next, notes that this is to be done at the end (`EncodingBranch+Pending`).
  @inline(never)
  func settle() {
    var firstHole = holes.count
    while firstHole > 0, holes[firstHole - 1].depth == depth { firstHole -= 1 }
    let own = takeHoles(from: firstHole)
    EncodingBranch.finish(own)
    var changes = own.filter { !$0.isReplaced }.map {
      EncodingText.Change(place: $0.place, removed: 0, inserted: $0.branch)
    }
    let isObject = unsafe levels[depth].kind == .object
    let firstField = unsafe isObject ? levels[depth].firstField : text.fields.count
    if replacedCount > 0 {
      let inserted = changes.count
      for place in firstField..<text.fields.count where text.fields[place].isReplaced {
        let start = text.fields[place].start
        changes.append(
          EncodingText.Change(
            place: start, removed: text.fields[place + 1].start - start, inserted: nil))
      }
      replacedCount -= changes.count - inserted
      if inserted > 0, changes.count > inserted { changes.sort { $0.place < $1.place } }
    }
    if text.sortsKeys {
      text.make(changes, fieldsFrom: firstField)
    } else {
      pending += changes
    }
  }

  /// Gives up the branches in a field's text, which will be removed.
  func giveUpHoles(in removed: Range<Int>) {
    // Places ascend.
    var (low, high) = (0, holes.count)
    while low < high {
      let middle = (low + high) / 2
      if holes[middle].place > removed.lowerBound { high = middle } else { low = middle + 1 }
    }
    while low < holes.count, holes[low].place <= removed.upperBound {
      if low < indexedHoles, let name = holes[low].name { holeIndex[name] = nil }
      holes[low].key = nil
      holes[low].isReplaced = true
      low += 1
    }
  }

  /// Forgets the branches of a value whose encoding threw, whose text begins there.
  func abandonHoles(from start: Int) {
    var first = holes.count
    while first > 0, holes[first - 1].place >= start, holes[first - 1].depth >= depth { first -= 1 }
    if first < holes.count { EncodingBranch.finish(takeHoles(from: first)) }
    while let last = pending.last, last.place >= start { pending.removeLast() }
  }

  /// Releases branches that were given up with all that is in them, one after the other: takes no stack for their nesting.
  func releaseHoles() {
    var pending = takeAllHoles()
    while var branch = pending.popLast() {
      if isKnownUniquelyReferenced(&branch) { pending += branch.takeAllHoles() }
    }
  }

  private func takeAllHoles() -> [EncodingBranch] {
    defer { (holes, pending) = ([], []) }
    return holes.map(\.branch) + pending.compactMap(\.inserted)
  }
}
