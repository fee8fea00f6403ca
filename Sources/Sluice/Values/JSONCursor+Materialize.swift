import CSimdJSON

extension JSONCursor {
  /// The value as an owned ``JSON``, which can outlive the document. O(size), no recursion.
  ///
  /// The first of several duplicate keys counts unless the reader's options say otherwise (<doc:RepeatedKeys>). Checks
  /// everything in the value and throws its faults. Throws `depth-exceeded` for nesting deeper than the reader's depth
  /// limit, than ``JSON/depthCeiling`` levels, or than the thread's stack can hold when the value is destroyed. Throws
  /// `duplicate-key`.
  public func materialize() throws(JSONError) -> JSON {
    var builder = unsafe JSONBuilder(position, position.context.pointee.duplicateKeys)
    return try builder.build()
  }

  /// The same for mappings: the last duplicate key counts unless the reader's options say otherwise.
  package func materializeMapped() throws(JSONError) -> JSON {
    var builder = unsafe JSONBuilder(position, position.context.pointee.mappedDuplicateKeys)
    return try builder.build()
  }
}

/// Builds an owned value from the tokens of a value, keeping the open containers on its own stack.
///
/// Their contents wait on two further stacks, for elements and for fields. They move into a container when it closes
/// and its size is known. So an array takes one allocation, and nothing is copied while it grows.
private struct JSONBuilder: ~Copyable {
  /// An array or object that is being filled.
  private struct Container {
    let isObject: Bool
    /// Where its elements or fields begin on their stack.
    let start: Int
    /// The key of the next value if it is not on the stack with the value: a duplicate key, or a key of a large object.
    var key = ""
    var keyOffset = 0
    /// The position of the field that has the same key.
    var duplicate: Int?
    /// The whole object, once it has enough fields for keys to be found by a table.
    var large: JSONObject?
  }

  private let root: JSONPosition
  private let duplicateKeys: DuplicateKeys
  private let depthLimit: Int
  private var token: UInt32
  private var elements = FillingStack<JSON>()
  private var fields = FillingStack<JSONObject.Field>()
  /// The mark of each waiting field's key: see `mark(of:)`.
  private var marks = FillingStack<UInt64>()
  private var keys = RecentKeys()

  init(_ root: JSONPosition, _ duplicateKeys: DuplicateKeys) {
    self.root = root
    self.duplicateKeys = duplicateKeys
    depthLimit = unsafe min(Int(root.context.pointee.depthLimit), JSON.depthCeiling)
    token = root.token
  }

  mutating func build() throws(JSONError) -> JSON {
    var open: [Container] = []
    while true {
      guard token < root.end else { throw root.unclosed(.value) }
      let here = root.at(token)
      token &+= 1
      var value: JSON
      if Byte.opens(here.byte) {
        let isObject = here.byte == Byte.openBrace
        guard open.count < depthLimit else {
          throw JSONError(.depthExceeded, at: here.offset, name: "\(depthLimit)")
        }
        try JSON.refuseWhatTakesTooMuchStack(open.count, at: here.offset)
        guard token < root.end else {
          throw root.unclosed(isObject ? .keyOrBrace : .valueOrBracket)
        }
        let isEmpty = root.byte(at: token) == (isObject ? Byte.closeBrace : Byte.closeBracket)
        if !isEmpty {
          open.append(
            Container(isObject: isObject, start: isObject ? fields.count : elements.count))
          if isObject { try readKey(into: &open[open.count &- 1], .keyOrBrace) }
          continue
        }
        token &+= 1
        value = isObject ? .object(JSONObject()) : .array(JSONArray())
      } else {
        value = try scalar(here)
      }

      // Moves the value into its container; a container that closes moves into its own.
      while let last = open.indices.last {
        let isObject = open[last].isObject
        if isObject { try setField(value, of: &open[last]) } else { elements.push(value) }
        let expected = isObject ? JSONError.Expectation.commaOrBrace : .commaOrBracket
        guard token < root.end else { throw root.unclosed(expected) }
        let byte = root.byte(at: token)
        if byte == Byte.comma {
          token &+= 1
          if isObject { try readKey(into: &open[last], .key) }
          break
        }
        guard byte == (isObject ? Byte.closeBrace : Byte.closeBracket) else {
          throw root.unexpected(token, expected)
        }
        token &+= 1
        let closed = open.removeLast()
        if !isObject {
          value = .array(JSONArray(elements.takeAll(from: closed.start)))
        } else if let large = closed.large {
          value = .object(large)
        } else {
          marks.removeAll(from: closed.start)
          value = .object(JSONObject(unique: fields.takeAll(from: closed.start)))
        }
      }
      if open.isEmpty {
        // What walks on after a container begins at its end.
        if token &- 1 != root.token { root.leaveHint(container: root.token, token: token &- 1) }
        return value
      }
    }
  }

  /// Sets the value of the key that was read last.
  private mutating func setField(_ value: JSON, of object: inout Container) throws(JSONError) {
    if let place = object.duplicate {
      object.duplicate = nil
      switch duplicateKeys {
      case .firstWins: break
      case .lastWins:
        if object.large == nil {
          fields[object.start &+ place].value = value
        } else {
          object.large?.replaceValue(at: place, with: value)
        }
      case .reject:
        throw JSONError(.duplicateKey, at: object.keyOffset, name: object.key)
      }
    } else if object.large != nil {
      object.large?.append(object.key, value)
    } else {
      fields[fields.count &- 1].value = value
    }
  }

  private mutating func readKey(
    into object: inout Container, _ expected: JSONError.Expectation
  ) throws(JSONError) {
    guard token &+ 1 < root.end else {
      throw root.unclosed(token < root.end ? .colon : expected)
    }
    let position = root.at(token)
    guard position.byte == Byte.quote else { throw root.unexpected(token, expected) }
    guard root.byte(at: token &+ 1) == Byte.colon else { throw root.unexpected(token &+ 1, .colon) }
    token &+= 2
    object.keyOffset = position.offset
    let raw = RawString(position)
    let key: String
    if let known = keys.string(raw) { key = known } else { key = try string(position) }
    if object.large == nil, fields.count &- object.start >= KeyTable.smallestCount * 2 {
      marks.removeAll(from: object.start)
      object.large = JSONObject(unique: fields.takeAll(from: object.start))
    }
    if object.large != nil {
      object.duplicate = object.large?.index(forKey: key)
      object.key = key
      return
    }
    let mark = JSONBuilder.mark(of: key, raw)
    for place in object.start..<fields.count
    where marks[place] == mark && haveSameUTF8(fields[place].key, key) {
      object.duplicate = place &- object.start
      object.key = key
      return
    }
    fields.push(JSONObject.Field(key: key, value: .null))
    marks.push(mark)
  }

  /// Equal for equal keys, however they are spelled, and mostly different for different keys: comparing two keys then
  /// costs one word each.
  private static func mark(of key: String, _ raw: RawString) -> UInt64 {
    let count = key.utf8.count
    var (first, last): (UInt64, UInt64) = (0, 0)
    if count == raw.count {
      // Every escape is longer than the character that it stands for.
      first = unsafe csj_load64(raw.base) & RawString.mask(count)
      if count > 8 { last = unsafe csj_load64(raw.base + (count &- 8)) }
    } else {
      for byte in key.utf8.prefix(8).reversed() { first = first << 8 | UInt64(byte) }
      if count > 8 {
        for byte in key.utf8.suffix(8).reversed() { last = last << 8 | UInt64(byte) }
      }
    }
    return (first ^ (last &* 0x9E37_79B9_7F4A_7C15)) &+ UInt64(truncatingIfNeeded: count)
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
  /// The number, exact whatever its digits. Throws `type-mismatch`, `invalid-number`, and `number-out-of-range` for a
  /// number with a fraction or an exponent beyond the largest finite double.
  public var number: JSONNumber {
    get throws(JSONError) {
      guard position.isNumber else { throw position.mismatch(.number) }
      return try position.number()
    }
  }
}

extension JSONPosition {
  @inline(__always)
  package func number() throws(JSONError) -> JSONNumber {
    if token &+ 1 < end, let number = unsafe JSONNumber(usual: pointer) { return number }
    return try unusualNumber()
  }

  @inline(never)
  private func unusualNumber() throws(JSONError) -> JSONNumber {
    let number: Result<JSONNumber, JSONError> = unsafe withNumber { text in
      if let number = unsafe JSONNumber(padded: text) { return .success(number) }
      let isGrammatical = unsafe DecimalDigits(text) != nil
      return .failure(
        isGrammatical
          ? JSONError(.numberOutOfRange, at: offset, expected: .double)
          : JSONError(.invalidNumber, at: offset))
    }
    return try number.get()
  }
}
