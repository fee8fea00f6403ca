public import Sluice

extension JSONQuery {
  /// Where the values are that the query selects: their normalized paths (RFC 9535, section 2.7), such as
  /// `$['store']['book'][0]`, in the order of ``matches(in:)-(JSONCursor)``.
  ///
  /// Cost: the search, one walk over the value, and the paths. Throws what ``JSONMatches/next()`` throws.
  public func locations(in cursor: JSONCursor) throws(JSONError) -> [String] {
    var matches = matches(in: cursor)
    var tokens: [UInt32] = []
    while let match = try matches.next() { tokens.append(match.position.token) }
    let paths = try NormalizedPaths.of(Set(tokens), in: cursor.position)
    return tokens.map { paths[$0] ?? "$" }
  }

  /// The same for a document that is kept.
  public func locations(in view: JSONView) throws(JSONError) -> [String] {
    try view.read { (cursor) throws(JSONError) in try locations(in: cursor) }
  }
}

/// Finds the normalized paths of values in one walk.
private enum NormalizedPaths {
  static func of(
    _ tokens: Set<UInt32>, in root: JSONPosition
  ) throws(JSONError) -> [UInt32: String] {
    var paths: [UInt32: String] = [:]
    var scan = SubtreeScan(root)
    /// For each open container, the member that the walk is in: its value, and its index in an array.
    var members: [(value: UInt32, index: Int)] = []
    while paths.count < tokens.count, let value = try scan.nextValue() {
      let depth = scan.depth
      members.removeLast(max(0, members.count - depth))
      if members.count < depth {
        members.append((value, 0))
      } else if depth > 0 {
        members[depth - 1] = (value, members[depth - 1].index + 1)
      }
      if tokens.contains(value) { paths[value] = try path(members, in: root) }
    }
    return paths
  }

  private static func path(
    _ members: [(value: UInt32, index: Int)], in root: JSONPosition
  ) throws(JSONError) -> String {
    var path = "$"
    for (value, index) in members {
      guard root.byte(at: value &- 1) == Byte.colon else {
        path += "[\(index)]"
        continue
      }
      let key = root.at(value &- 2)
      guard let name = RawString(key).string else {
        throw JSONError(.invalidEscape, at: key.offset)
      }
      path += "['"
      for scalar in name.unicodeScalars { append(scalar, to: &path) }
      path += "']"
    }
    return path
  }

  private static func append(_ scalar: Unicode.Scalar, to path: inout String) {
    switch scalar {
    case "'": path += "\\'"
    case "\\": path += "\\\\"
    case "\u{8}": path += "\\b"
    case "\u{C}": path += "\\f"
    case "\n": path += "\\n"
    case "\r": path += "\\r"
    case "\t": path += "\\t"
    case _ where scalar.value < 0x20:
      let digits = String(scalar.value, radix: 16)
      path += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    default: path.unicodeScalars.append(scalar)
    }
  }
}
