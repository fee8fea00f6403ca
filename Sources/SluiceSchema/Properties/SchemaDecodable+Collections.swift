public import Sluice

/// An array of decodable elements is decodable, so arrays nest. All wrong elements are reported,
/// each with its index.
extension Array: SchemaDecodable where Element: SchemaDecodable {
  public init(json: JSONCursor) throws {
    let position = json.position
    guard position.byte == Byte.openBracket else {
      if let fault = position.scalarFault { throw fault }
      throw ParserError(notOfType: "\(Self.self)", expected: "an array", at: position)
    }
    self = try Array(decoding: position)
  }

  /// Returns the elements of the array at `position`.
  @inlinable
  init(decoding position: JSONPosition) throws {
    var values: [Element] = []
    var issues = ElementIssues()
    var last = position.token
    while let next = try position.nextElement(after: last) {
      last = next
      do {
        let value = try Element(json: JSONCursor(unchecked: position.at(next)))
        if issues.isEmpty { values.append(value) }
      } catch {
        try issues.add(error, type: Element.self, at: position.at(next))
      }
      issues.index &+= 1
    }
    position.leaveHint(behindLast: last)
    try issues.end()
    self = values
  }
}

/// Collects the issues of an array's elements while it is read.
@usableFromInline
struct ElementIssues {
  @usableFromInline var index = 0
  @usableFromInline private(set) var isEmpty = true
  private var list = IssueList()

  @usableFromInline init() {}

  /// Adds an error of an element's type. Rethrows it when it is not about a value.
  @usableFromInline @inline(never)
  mutating func add(_ error: any Error, type: Any.Type, at element: JSONPosition) throws {
    let name = "\(type)"
    isEmpty = false
    try list.add(error, element: index, parser: name, type: name, at: element)
  }

  /// Adds an error of an element's decoder. Elevate names a decoder by its description.
  mutating func add(
    _ error: any Error, decoder: any SchemaDecoder, at element: JSONPosition
  ) throws {
    isEmpty = false
    try list.add(error, element: index, parser: "\(decoder)", type: "Any", at: element)
  }

  /// Throws the collected issues, if any.
  @usableFromInline
  func end() throws { if !isEmpty { throw list.error } }
}
