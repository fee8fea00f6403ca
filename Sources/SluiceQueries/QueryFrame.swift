import Sluice

/// A segment at work on one value: which container, which selector, and how far it is.
struct QueryFrame {
  /// How far a selector is with its container.
  private enum Progress {
    case before
    /// The child that was returned last, and its index.
    case behind(UInt32, Int)
    /// The rest of the children, last first.
    case listed([UInt32])
    case done
  }

  private let segment: QuerySegment
  /// The number of the segment after this one.
  let following: Int
  private var container: UInt32
  private var selector = 0
  private var progress = Progress.before
  /// The containers in the value, for a descendant segment.
  private var descendants: SubtreeScan?

  init(_ segment: QuerySegment, _ following: Int, of value: JSONPosition) throws(JSONError) {
    self.segment = segment
    self.following = following
    container = value.token
    guard segment.isDescendant else { return }
    var scan = SubtreeScan(value)
    _ = try scan.nextContainer()
    descendants = scan
  }

  /// A descendant segment with these values, whose search is over.
  init(_ segment: QuerySegment, _ following: Int, of value: JSONPosition, found: [UInt32]) {
    self.segment = segment
    self.following = following
    container = value.token
    progress = .listed(found.reversed())
  }

  /// The next child that the segment selects, or nil after the last.
  mutating func next(in root: JSONPosition) throws(JSONError) -> UInt32? {
    while true {
      if selector < segment.selectors.count {
        if let child = try child(of: root.at(container), segment.selectors[selector], root) {
          return child
        }
        selector += 1
        progress = .before
      } else if let next = try descendants?.nextContainer() {
        container = next
        selector = 0
      } else {
        return nil
      }
    }
  }

  /// The next child that this selector selects.
  private mutating func child(
    of value: JSONPosition, _ selector: QuerySelector, _ root: JSONPosition
  ) throws(JSONError) -> UInt32? {
    switch progress {
    case .done: return nil
    case .listed(var rest):
      progress = .done
      let next = rest.popLast()
      if !rest.isEmpty { progress = .listed(rest) }
      return next
    case .before, .behind: break
    }
    if let name = segment.testedName { return try member(of: value, with: name, root) }
    switch selector {
    case .name, .index:
      progress = .done
      return try value.child(at: selector)
    case .wildcard: return try member(of: value)
    case .filter(let filter):
      while let child = try member(of: value) {
        try root.at(child).refuseMissingValue()
        if try filter.holds(for: root.at(child), root) { return child }
      }
      return nil
    case .slice(let slice):
      guard value.byte == Byte.openBracket else { return nil }
      guard slice.countsFromStart else {
        progress = .listed(try value.elements(slice).reversed())
        return try child(of: value, selector, root)
      }
      return try element(of: value, slice)
    }
  }

  /// The next field or element that is an object with a field of this name.
  private mutating func member(
    of value: JSONPosition, with name: String, _ root: JSONPosition
  ) throws(JSONError) -> UInt32? {
    while let child = try member(of: value) {
      let member = root.at(child)
      try member.refuseMissingValue()
      guard member.byte == Byte.openBrace, let found = try member.field(named: name) else {
        continue
      }
      try root.at(found).refuseMissingValue()
      return child
    }
    return nil
  }

  /// The next field or element.
  private mutating func member(of value: JSONPosition) throws(JSONError) -> UInt32? {
    var last = value.token
    if case .behind(let child, _) = progress { last = child }
    let next =
      value.byte == Byte.openBrace
      ? try value.nextField(after: last) : try value.nextElement(after: last)
    guard let next else {
      value.leaveHint(behindLast: last)
      return nil
    }
    value.leaveHint(container: value.token, token: next)
    progress = .behind(next, 0)
    return next
  }

  /// The next element of a slice whose bounds count from the start.
  private mutating func element(
    of value: JSONPosition, _ slice: QuerySlice
  ) throws(JSONError) -> UInt32? {
    var (last, index) = (value.token, -1)
    if case .behind(let child, let place) = progress { (last, index) = (child, place) }
    let wanted = index < 0 ? slice.start ?? 0 : index + slice.step
    if let end = slice.end, wanted >= end { return nil }
    while let next = try value.nextElement(after: last) {
      index += 1
      last = next
      guard index == wanted else { continue }
      progress = .behind(next, index)
      return next
    }
    return nil
  }
}

extension JSONPosition {
  /// The elements that a slice selects, in its order. O(elements).
  fileprivate func elements(_ slice: QuerySlice) throws(JSONError) -> [UInt32] {
    var elements: [UInt32] = []
    var element = token
    while let next = try nextElement(after: element) {
      elements.append(next)
      element = next
    }
    return slice.indexes(of: elements.count).map { elements[$0] }
  }
}
