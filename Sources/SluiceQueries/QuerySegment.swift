import Sluice

/// A segment of a query: what it selects of each value that it is applied to.
struct QuerySegment: Sendable {
  /// Whether it applies to all descendants of a value as well: `..`.
  let isDescendant: Bool
  let selectors: [QuerySelector]
  let kind: Kind
  /// The name of a filter that only asks whether a child has a field: `[?@.name]`.
  let testedName: String?

  /// How a walk takes the segment. Without references, so that a look at it counts none.
  enum Kind: Sendable {
    /// One name or index of a child.
    case step
    /// One name, in the value and all its descendants: `..name`.
    case descendantName
    case other
  }

  init(isDescendant: Bool, selectors: [QuerySelector]) {
    self.isDescendant = isDescendant
    self.selectors = selectors
    testedName = selectors.count == 1 ? selectors[0].testedName : nil
    switch selectors.count == 1 ? selectors[0] : .wildcard {
    case .name: kind = isDescendant ? .descendantName : .step
    case .index: kind = isDescendant ? .other : .step
    case .wildcard, .slice, .filter: kind = .other
    }
  }

  /// Whether it selects at most one value.
  var isSingular: Bool { kind == .step }
}

/// A selector of a segment (RFC 9535, section 2.3).
enum QuerySelector: Sendable {
  case name(String)
  case wildcard
  case index(Int)
  case slice(QuerySlice)
  case filter(QueryFilter)
}

extension QuerySelector {
  fileprivate var testedName: String? {
    guard case .filter(.exists(let path)) = self, path.isRelative, path.segments.count == 1,
      path.segments[0].kind == .step, case .name(let name) = path.segments[0].selectors[0]
    else { return nil }
    return name
  }
}

/// The elements from `start` to before `end`, in steps; negative bounds count from the array's end.
struct QuerySlice: Sendable {
  var start: Int?
  var end: Int?
  var step = 1

  /// The indexes that an array of `count` elements has (RFC 9535, section 2.3.4.2.2). Empty for a step of 0.
  func indexes(of count: Int) -> StrideTo<Int> {
    // Bounds and steps are within ±(2^53 - 1), so no sum below overflows.
    func normal(_ bound: Int) -> Int { bound >= 0 ? bound : count + bound }
    if step > 0 {
      let lower = min(max(normal(start ?? 0), 0), count)
      let upper = min(max(normal(end ?? count), 0), count)
      return stride(from: lower, to: upper, by: step)
    }
    guard step < 0 else { return stride(from: 0, to: 0, by: 1) }
    let upper = min(max(normal(start ?? count - 1), -1), count - 1)
    let lower = end.map { min(max(normal($0), -1), count - 1) } ?? -1
    return stride(from: upper, to: lower, by: step)
  }

  /// Whether the indexes are known before the array's elements are counted.
  var countsFromStart: Bool { (start ?? 0) >= 0 && (end ?? 0) >= 0 && step > 0 }
}
