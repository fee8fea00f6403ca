import Sluice

/// Keeps the result within its limits: copies of copies double with each operation.
extension EditTree {
  /// How large a value is in the result.
  struct Extent {
    /// The levels of nesting: 0 for a scalar.
    var height = 0
    /// Its bytes, at least.
    var bytes = 0
  }

  /// Throws `depth-exceeded` or `too-large` if the value can't be at that path. O(size of the value).
  func checkRoom(
    for value: EditReference, at steps: [EditStep], isCopy: Bool
  ) throws(JSONError) {
    let extent = extent(of: value)
    try checkDepth(steps.count + extent.height)
    guard isCopy else { return }
    let (sum, overflow) = copied.addingReportingOverflow(extent.bytes)
    guard !overflow, sum <= sizeLimit else {
      throw JSONError(
        .tooLarge, at: document.offset, name: "\(sizeLimit)", reason: "in copied values")
    }
    copied = sum
  }

  func checkDepth(_ depth: Int) throws(JSONError) {
    guard depth > depthLimit else { return }
    throw JSONError(.depthExceeded, at: document.offset, name: "\(depthLimit)")
  }

  /// Visits each node once, however often it is shared, and takes no stack.
  private func extent(of value: EditReference) -> Extent {
    guard case .node(let first) = value else { return sourceExtent(of: value) }
    var known: [UInt32: Extent] = [:]
    var open = [(id: first, isKnown: false)]
    while let (id, isVisited) = open.popLast() {
      guard known[id] == nil else { continue }
      switch nodes[Int(id)].content {
      case .text(let text): known[id] = Extent(height: 0, bytes: text.count)
      case .value(let json):
        let extent = JSONExtent(of: json)
        known[id] = Extent(height: extent.height, bytes: extent.values)
      case .container(let container):
        guard isVisited else {
          open.append((id, true))
          for child in container.children {
            if case .node(let inner) = child.value { open.append((inner, false)) }
          }
          continue
        }
        var sum = Extent(height: 0, bytes: 2)
        for child in container.children {
          let inner: Extent
          switch child.value {
          case .node(let id): inner = known[id] ?? Extent()
          default: inner = sourceExtent(of: child.value)
          }
          sum.height = max(sum.height, inner.height)
          sum.bytes = sum.bytes.addingReportingOverflow(inner.bytes + 1).partialValue
          if sum.bytes < 0 || sum.bytes > sizeLimit { sum.bytes = sizeLimit + 1 }
        }
        sum.height += 1
        known[id] = sum
      }
    }
    return known[first] ?? Extent()
  }

  /// Counts the brackets of a value in the text.
  private func sourceExtent(of value: EditReference) -> Extent {
    guard case .source(let token) = value else { return Extent() }
    let end = document.at(token).after(token)
    var extent = Extent()
    var depth = 0
    var here = token
    while here < end {
      let byte = document.byte(at: here)
      if Byte.opens(byte) {
        depth += 1
        extent.height = max(extent.height, depth)
      } else if Byte.closes(byte) {
        depth -= 1
      }
      here &+= 1
    }
    extent.bytes =
      end > token ? document.offset(of: end &- 1) &+ 1 &- document.offset(of: token) : 0
    return extent
  }
}

/// The size of an owned value, found without taking stack.
struct JSONExtent {
  /// The levels of nesting: 0 for a scalar.
  private(set) var height = 0
  /// How many values there are.
  private(set) var values = 0

  /// Stops counting beyond `mostValues`: copies of copies may make up more than can be counted.
  init(of json: JSON, mostValues: Int = .max) {
    var open: [(json: JSON, depth: Int)] = [(json, 0)]
    while let (json, depth) = open.popLast() {
      values += 1
      guard values <= mostValues else { return }
      switch json {
      case .array(let elements):
        height = max(height, depth + 1)
        for element in elements { open.append((element, depth + 1)) }
      case .object(let object):
        height = max(height, depth + 1)
        for field in object.fields { open.append((field.value, depth + 1)) }
      default: break
      }
    }
  }
}
