package import Sluice

/// Finds the places of objects. Reads each token and each byte once, for any number of places in
/// any order.
///
/// Takes the tokens as they come: broken text makes a path vaguer, never a fault. Memory: 20 bytes
/// for each object and array up to the last place requested.
package struct LocationTracker {
  package struct ObjectLocation: Equatable {
    package let path: String
    package let line: Int
    package let column: Int
  }

  /// An object or array that was opened. Its offsets and counts are 32 bits wide.
  private struct Container {
    let token: UInt32
    /// The number of the enclosing container, plus 1; 0 at the top.
    let outer: UInt32
    /// Its place in the enclosing container: an index in an array, the token of its key in an
    /// object.
    let step: UInt32
    let line: UInt32
    let column: UInt32
  }

  private let root: JSONPosition
  /// The next token to read.
  private var token: UInt32
  private var offset: Int
  private var line: UInt32 = 1
  private var column: UInt32 = 1
  /// All containers that begin before `token`, in the order of the text.
  private var containers: [Container] = []
  /// The innermost open container, plus 1; 0 at the top. `step` is the step of its next value.
  private var current: UInt32 = 0
  private var step: UInt32 = 0
  /// The number of bytes and tokens read.
  package private(set) var readCount = 0

  package init(for position: JSONPosition) {
    root = unsafe JSONPosition(rootOf: position.index)
    token = root.token
    offset = unsafe Int(root.index.pointee.start)
  }

  /// Returns the place of the object or array at `position`.
  package mutating func location(of position: JSONPosition) -> ObjectLocation {
    while token <= position.token, token < root.end {
      readToken()
      token &+= 1
    }
    guard let found = container(at: position.token) else {
      return ObjectLocation(path: "$", line: Int(line), column: Int(column))
    }
    let container = containers[found]
    return ObjectLocation(
      path: path(of: container), line: Int(container.line), column: Int(container.column))
  }

  private mutating func readToken() {
    advance(to: root.offset(of: token))
    readCount += 1
    switch root.byte(at: token) {
    case Byte.openBrace, Byte.openBracket:
      containers.append(
        Container(token: token, outer: current, step: step, line: line, column: column))
      current = UInt32(truncatingIfNeeded: containers.count)
      step = 0
    case Byte.closeBrace, Byte.closeBracket:
      guard current > 0 else { break }
      step = containers[Int(current) - 1].step
      current = containers[Int(current) - 1].outer
    case Byte.comma where current > 0 && !isObject(current): step &+= 1
    case Byte.colon where token > root.token: step = token &- 1
    default: break
    }
  }

  /// Counts lines, and columns in Unicode scalars, up to an offset.
  private mutating func advance(to end: Int) {
    let text = unsafe root.index.pointee.bytes
    readCount += max(end - offset, 0)
    while offset < end {
      if unsafe text[offset] == 0x0A {
        line &+= 1
        column = 1
      } else if unsafe text[offset] & 0xC0 != 0x80 {
        // Counts all bytes except those that continue a scalar.
        column &+= 1
      }
      offset += 1
    }
  }

  private func container(at token: UInt32) -> Int? {
    var (low, high) = (0, containers.count)
    while low < high {
      let middle = low + (high - low) / 2
      if containers[middle].token == token { return middle }
      if containers[middle].token < token { low = middle + 1 } else { high = middle }
    }
    return nil
  }

  private func isObject(_ number: UInt32) -> Bool {
    root.byte(at: containers[Int(number) - 1].token) == Byte.openBrace
  }

  /// Returns a path for people to read: of very deep nesting, the end is enough.
  private func path(of container: Container) -> String {
    var shown: [Container] = []
    var inner = container
    while inner.outer > 0, shown.count <= 40 {
      shown.append(inner)
      inner = containers[Int(inner.outer) - 1]
    }
    let isCut = shown.count > 40
    var path = isCut ? "$…" : "$"
    for container in (isCut ? shown.prefix(20) : shown[...]).reversed() {
      if !isObject(container.outer) {
        path += PathText.step(Int(container.step))
      } else if root.byte(at: container.step) == Byte.quote {
        let name = unsafe RawString(root.at(container.step)).buffer.prefix(PathText.longest)
        unsafe path += PathText.step(String(decoding: name, as: UTF8.self))
      }
    }
    return path
  }
}
