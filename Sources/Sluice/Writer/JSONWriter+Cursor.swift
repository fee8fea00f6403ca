import CSimdJSON

extension JSONWriter {
  /// Writes a value of an open document. Copies its tokens byte for byte, so that numbers and strings keep their exact
  /// spelling, and lays out white space by this writer's layout. O(size), makes no values.
  ///
  /// Checks everything that it copies in full, whatever the reader's mode, and throws the first fault. Then nothing of
  /// the value is written, unless the writer's buffer was handed out meanwhile: that can't be undone, and each later
  /// call fails with the same error.
  public mutating func value(_ cursor: JSONCursor) throws(JSONError) {
    let position = cursor.position
    try whole { (writer) throws(JSONError) in try writer.copy(position) }
  }

  /// Walks over the tokens once. The writer's own levels record what is open, so it takes no stack.
  private mutating func copy(_ root: JSONPosition) throws(JSONError) {
    let base = levels.count
    var token = root.token
    let end = root.end
    value: while true {
      guard token < end else { throw root.unclosed(.value) }
      let here = root.at(token)
      token &+= 1
      switch here.byte {
      case Byte.openBrace:
        try refuseDepth(here, base)
        try beginObject()
        guard token < end else { throw root.unclosed(.keyOrBrace) }
        if root.byte(at: token) != Byte.closeBrace {
          try copyKey(root, &token, .keyOrBrace)
          continue value
        }
      case Byte.openBracket:
        try refuseDepth(here, base)
        try beginArray()
        guard token < end else { throw root.unclosed(.valueOrBracket) }
        if root.byte(at: token) != Byte.closeBracket { continue value }
      default: try copyScalar(here)
      }

      // After a value or an empty container's bracket: close the containers that end here.
      while levels.count > base {
        let inObject = levels.last == true
        let expected = inObject ? JSONError.Expectation.commaOrBrace : .commaOrBracket
        guard token < end else { throw root.unclosed(expected) }
        let byte = root.byte(at: token)
        if byte == Byte.comma, place == .key || place == .element {
          token &+= 1
          if inObject { try copyKey(root, &token, .key) }
          continue value
        }
        guard byte == (inObject ? Byte.closeBrace : Byte.closeBracket) else {
          throw root.unexpected(token, expected)
        }
        token &+= 1
        if inObject { try endObject() } else { try endArray() }
      }
      return
    }
  }

  private func refuseDepth(_ here: JSONPosition, _ base: Int) throws(JSONError) {
    let limit = unsafe Int(here.context.pointee.depthLimit)
    if levels.count - base >= limit {
      throw JSONError(.depthExceeded, at: here.offset, name: "\(limit)")
    }
  }

  private mutating func copyKey(
    _ root: JSONPosition, _ token: inout UInt32, _ expected: JSONError.Expectation
  ) throws(JSONError) {
    guard token &+ 1 < root.end else { throw root.unclosed(token < root.end ? .colon : expected) }
    guard root.byte(at: token) == Byte.quote else { throw root.unexpected(token, expected) }
    guard root.byte(at: token &+ 1) == Byte.colon else { throw root.unexpected(token &+ 1, .colon) }
    let position = root.at(token)
    let raw = RawString(position)
    try raw.checkEscapes(at: position.offset)
    try prepareForKey()
    try appendString(raw)
    finishKey()
    token &+= 2
  }

  private mutating func copyScalar(_ here: JSONPosition) throws(JSONError) {
    let text = try unsafe here.scalarText()
    if isCanonical, here.isNumber {
      let number = try unsafe CanonicalNumber.value(of: text, at: here.offset)
      try prepareForValue()
      out.append(canonical: number)
      return try finishValue()
    }
    try prepareForValue()
    if here.byte == Byte.quote {
      try appendString(RawString(here))
    } else {
      unsafe out.append(text)
    }
    try finishValue()
  }
}
