import Sluice

/// Finds what segments select, one value at a time.
///
/// Each frame is a segment at work on one value; the frames lie on a stack of their own, so nesting takes none of the
/// thread's. A query with one such segment needs no stack.
struct QueryWalk {
  private let segments: [QuerySegment]
  /// Where `$` in filters leads.
  private let root: JSONPosition
  /// The innermost frame, and those around it.
  private var frame: QueryFrame?
  private var outer: [QueryFrame] = []
  private var start: UInt32?

  /// A walk from `start`, in the document of `root`.
  init(_ segments: [QuerySegment], from start: JSONPosition, root: JSONPosition) {
    self.segments = segments
    self.root = root
    self.start = start.token
  }

  /// The next value that is selected, or nil after the last.
  mutating func next() throws(JSONError) -> UInt32? {
    if let first = start {
      start = nil
      if let found = try enter(first, 0) { return found }
    }
    while let following = frame?.following {
      guard let child = try frame?.next(in: root) else {
        frame = outer.popLast()
        continue
      }
      try root.at(child).refuseMissingValue()
      if let found = try enter(child, following) { return found }
    }
    return nil
  }

  private mutating func push(_ inner: QueryFrame) {
    if let frame { outer.append(frame) }
    frame = inner
  }

  /// Takes the steps from here on that select at most one value. Returns the value if these are all segments; otherwise
  /// the next segment gets a frame. So is a descendant name that finds only one value here.
  private mutating func enter(_ value: UInt32, _ first: Int) throws(JSONError) -> UInt32? {
    var value = value
    for place in first..<segments.count {
      let next: UInt32?
      switch segments[place].kind {
      case .step: next = try root.at(value).child(at: segments[place].selectors[0])
      case .descendantName: next = try enterOnly(value, place)
      case .other:
        if Byte.opens(root.byte(at: value)) {
          push(try QueryFrame(segments[place], place + 1, of: root.at(value)))
        }
        return nil
      }
      guard let next else { return nil }
      value = next
    }
    return value
  }

  /// The only value that a descendant name finds; several get a frame.
  private mutating func enterOnly(
    _ value: UInt32, _ place: Int
  ) throws(JSONError) -> UInt32? {
    guard case .name(let name) = segments[place].selectors[0] else { return nil }
    let value = root.at(value)
    switch try SubtreeScan.fields(named: name, in: value) {
    case .none: return nil
    case .one(let only):
      try root.at(only).refuseMissingValue()
      return only
    case .several(let found):
      push(QueryFrame(segments[place], place + 1, of: value, found: found))
      return nil
    }
  }
}

extension JSONPosition {
  /// The child that a name or an index selects, if there is one.
  func child(at step: QuerySelector) throws(JSONError) -> UInt32? {
    let found: UInt32?
    switch step {
    case .name(let name):
      guard byte == Byte.openBrace else { return nil }
      found = try field(named: name)
    case .index(let index):
      guard byte == Byte.openBracket else { return nil }
      found = try element(at: index >= 0 ? index : index + elementTotal())
    case .wildcard, .slice, .filter: return nil
    }
    guard let found else { return nil }
    try at(found).refuseMissingValue()
    return found
  }

  /// The number of elements of this array.
  func elementTotal() throws(JSONError) -> Int {
    var count = 0
    var element = token
    while let next = try nextElement(after: element) {
      count &+= 1
      element = next
    }
    return count
  }
}
