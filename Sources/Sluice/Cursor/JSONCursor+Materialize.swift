extension JSONCursor {
  /// The value as an owned ``JSON``: what outlives the document. O(size), no recursion.
  ///
  /// Of duplicate keys it takes what the reader's policy says. Everything in the value is checked
  /// on the way. Throws what is wrong with it; `depth-exceeded` below the reader's depth limit, or
  /// ``JSON/depthCeiling`` levels where that is less; `duplicate-key`.
  public func materialize() throws(JSONError) -> JSON {
    var builder = JSONBuilder(position)
    return try builder.build()
  }
}

/// Builds an owned value from the tokens of one, with the open containers on a stack of its own.
private struct JSONBuilder {
  /// An array or object that is being filled.
  private struct Container {
    var elements: [JSON] = []
    var object = JSONObject()
    let isObject: Bool
    /// The key of the value that comes next.
    var key = ""
    var keyOffset = 0
  }

  private let root: JSONPosition
  private let duplicateKeys: DuplicateKeys
  private let depthLimit: Int
  private var token: UInt32

  init(_ root: JSONPosition) {
    self.root = root
    duplicateKeys = root.index.pointee.duplicateKeys
    depthLimit = min(Int(root.index.pointee.depthLimit), JSON.depthCeiling)
    token = root.token
  }

  mutating func build() throws(JSONError) -> JSON {
    // The innermost container stays outside the stack: most values go there. At depth 0 there is
    // none.
    var outer: [Container] = []
    var current = Container(isObject: false)
    var depth = 0
    while true {
      guard token < root.end else { throw root.unclosed(.value) }
      let here = root.at(token)
      token &+= 1
      var value: JSON
      if Byte.opens(here.byte) {
        let isObject = here.byte == Byte.openBrace
        guard depth < depthLimit else {
          throw JSONError(.depthExceeded, at: here.offset, name: "\(depthLimit)")
        }
        guard token < root.end else {
          throw root.unclosed(isObject ? .keyOrBrace : .valueOrBracket)
        }
        let isEmpty = root.byte(at: token) == (isObject ? Byte.closeBrace : Byte.closeBracket)
        if !isEmpty {
          outer.append(current)
          depth += 1
          var opened = Container(isObject: isObject)
          if isObject { try readKey(into: &opened, .keyOrBrace) }
          current = opened
          continue
        }
        token &+= 1
        value = isObject ? .object(JSONObject()) : .array([])
      } else {
        value = try scalar(here)
      }

      // Into its container; and that, when it closes, into its own.
      while depth > 0 {
        try add(value, to: &current)
        let isObject = current.isObject
        let expected = isObject ? JSONError.Expectation.commaOrBrace : .commaOrBracket
        guard token < root.end else { throw root.unclosed(expected) }
        let byte = root.byte(at: token)
        if byte == Byte.comma {
          token &+= 1
          if isObject { try readKey(into: &current, .key) }
          break
        }
        guard byte == (isObject ? Byte.closeBrace : Byte.closeBracket) else {
          throw root.unexpected(token, expected)
        }
        token &+= 1
        value = isObject ? .object(current.object) : .array(current.elements)
        depth -= 1
        guard let enclosing = outer.popLast() else { break }
        current = enclosing
      }
      if depth == 0 { return value }
    }
  }

  private func add(_ value: JSON, to container: inout Container) throws(JSONError) {
    guard container.isObject else { return container.elements.append(value) }
    guard let place = container.object.index(forKey: container.key) else {
      return container.object.append(container.key, value)
    }
    switch duplicateKeys {
    case .firstWins: break
    case .lastWins: container.object.replaceValue(at: place, with: value)
    case .reject:
      throw JSONError(.duplicateKey, at: container.keyOffset, name: container.key)
    }
  }

  private mutating func readKey(
    into container: inout Container, _ expected: JSONError.Expectation
  ) throws(JSONError) {
    guard token &+ 1 < root.end else {
      throw root.unclosed(token < root.end ? .colon : expected)
    }
    let position = root.at(token)
    guard position.byte == Byte.quote else { throw root.unexpected(token, expected) }
    guard root.byte(at: token &+ 1) == Byte.colon else { throw root.unexpected(token &+ 1, .colon) }
    token &+= 2
    container.key = try string(position)
    container.keyOffset = position.offset
  }

  private func string(_ position: JSONPosition) throws(JSONError) -> String {
    let raw = RawString(position)
    if let string = raw.string { return string }
    try raw.checkEscapes(at: position.offset)
    throw JSONError(.invalidEscape, at: position.offset)
  }

  private func scalar(_ here: JSONPosition) throws(JSONError) -> JSON {
    switch here.byte {
    case Byte.quote: return .string(try string(here))
    case Byte.minus, 0x30...0x39: return .number(try here.number())
    case Byte.comma, Byte.colon, Byte.closeBrace, Byte.closeBracket:
      throw root.unexpected(here.token, .value)
    default:
      switch here.kind {
      case .bool: return .bool(here.isTrue)
      case .null: return .null
      default: throw JSONError(.invalidLiteral, at: here.offset)
      }
    }
  }
}

extension JSONCursor {
  /// The number, exact whatever its digits. Throws `type-mismatch`, `invalid-number`, and
  /// `number-out-of-range` for one with a fraction or an exponent beyond the largest finite double.
  public var number: JSONNumber {
    get throws(JSONError) {
      guard position.isNumber else { throw position.mismatch(.number) }
      return try position.number()
    }
  }
}

extension JSONPosition {
  fileprivate func number() throws(JSONError) -> JSONNumber {
    let number: Result<JSONNumber, JSONError> = withNumber { text in
      if let number = JSONNumber(padded: text) { return .success(number) }
      let isGrammatical = DecimalDigits(text) != nil
      return .failure(
        isGrammatical
          ? JSONError(.numberOutOfRange, at: offset, expected: .double)
          : JSONError(.invalidNumber, at: offset))
    }
    return try number.get()
  }
}
