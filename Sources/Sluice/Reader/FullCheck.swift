import CSimdJSON

/// Checks a document against RFC 8259: one walk over the index, without recursion.
///
/// Stage 1 has already checked UTF-8, closed strings and control characters. This checks the rest: the order of the
/// tokens, each literal, each number, each escape, the depth, and that nothing follows. The verdict equals that of a
/// strict parser. Numbers with a fraction or an exponent must be finite as doubles; integers may be of any length.
///
/// The walk can stop at the end of a window and continue in the next: between two steps, `State` is all that it knows.
/// A step reads at most three tokens ahead. Any window but the last ends before the first step that it can't complete.
///
/// Sound because a check lives for one call on an index that its caller keeps.
@safe
struct FullCheck {
  /// What the walk knows between two steps.
  struct State {
    /// After a value; otherwise before one.
    var isBehindValue = false
    var isInObject = false
    var depth = 0
  }

  private let root: JSONPosition
  private let bytes: UnsafePointer<UInt8>
  private let tokens: UnsafePointer<UInt32>
  private let end: UInt32
  private let isLastWindow: Bool
  /// For each open level, whether its parent level is an object.
  private let levels: UnsafeMutablePointer<Bool>
  private let depthLimit: Int
  /// The first backslash at or after the walk's position. Most strings end before it and need no check.
  private var backslash: Int

  /// `levels` has room for the context's `depthLimit` entries and is reused from window to window.
  init(of root: JSONPosition, levels: UnsafeMutablePointer<Bool>, isLastWindow: Bool = true) {
    let header = unsafe root.index.pointee
    self.root = root
    unsafe bytes = unsafe header.bytes
    unsafe tokens = unsafe header.tokens
    end = header.end
    depthLimit = unsafe Int(root.context.pointee.depthLimit)
    self.isLastWindow = isLastWindow
    unsafe self.levels = unsafe levels
    backslash = unsafe Escapes.firstBackslash(
      in: header.bytes, from: Int(header.tokens[Int(header.first)]), to: Int(header.length))
  }

  /// Continues from `state`. Returns the token at which the next window begins, or `end` after the whole document.
  mutating func run(from state: inout State) throws(JSONError) -> UInt32 {
    var token = root.token
    var depth = state.depth
    var inObject = state.isInObject
    var behindValue = state.isBehindValue
    value: while true {
      if !behindValue {
        guard token < end, isLastWindow || token &+ 1 < end else {
          if isLastWindow { throw root.unclosed(.value) }
          break
        }
        let byte = self.byte(at: token)
        switch byte {
        case Byte.quote:
          try checkEscapes(ofStringAt: token)
          token &+= 1
        case Byte.minus, 0x30...0x39:
          try checkNumber(at: token)
          token &+= 1
        case Byte.openBrace:
          guard depth < depthLimit else { throw tooDeep(token) }
          guard token &+ 1 < end else { throw root.unclosed(.keyOrBrace) }
          if self.byte(at: token &+ 1) == Byte.closeBrace {
            token &+= 2
          } else {
            guard isLastWindow || token &+ 3 < end else { break value }
            token = try value(behindKeyAt: token &+ 1, .keyOrBrace)
            unsafe levels[depth] = inObject
            depth &+= 1
            inObject = true
            continue value
          }
        case Byte.openBracket:
          guard depth < depthLimit else { throw tooDeep(token) }
          guard token &+ 1 < end else { throw root.unclosed(.valueOrBracket) }
          token &+= 1
          if self.byte(at: token) == Byte.closeBracket {
            token &+= 1
          } else {
            unsafe levels[depth] = inObject
            depth &+= 1
            inObject = false
            continue value
          }
        default:
          try checkLiteral(at: token)
          token &+= 1
        }
      }

      // After a value: close containers until a comma calls for the next value.
      behindValue = true
      while depth > 0 {
        guard token < end else {
          if isLastWindow { throw root.unclosed(inObject ? .commaOrBrace : .commaOrBracket) }
          break value
        }
        let byte = self.byte(at: token)
        if byte == Byte.comma {
          if inObject {
            guard isLastWindow || token &+ 3 < end else { break value }
            token = try value(behindKeyAt: token &+ 1, .key)
          } else {
            token &+= 1
          }
          behindValue = false
          continue value
        }
        guard byte == (inObject ? Byte.closeBrace : Byte.closeBracket) else {
          throw root.unexpected(token, inObject ? .commaOrBrace : .commaOrBracket)
        }
        token &+= 1
        depth &-= 1
        inObject = unsafe levels[depth]
      }
      if token < end { throw JSONError(.trailingContent, at: offset(of: token)) }
      break
    }
    state = State(isBehindValue: behindValue, isInObject: inObject, depth: depth)
    return token
  }

  @inline(__always)
  private func offset(of token: UInt32) -> Int { unsafe Int(tokens[Int(token)]) }

  @inline(__always)
  private func byte(at token: UInt32) -> UInt8 { unsafe bytes[offset(of: token)] }

  /// Checks the key and the colon; returns the token of the field's value.
  @inline(__always)
  private mutating func value(
    behindKeyAt key: UInt32, _ expected: JSONError.Expectation
  ) throws(JSONError) -> UInt32 {
    guard key < end else { throw root.unclosed(expected) }
    guard byte(at: key) == Byte.quote else { throw root.unexpected(key, expected) }
    try checkEscapes(ofStringAt: key)
    guard key &+ 1 < end else { throw root.unclosed(.colon) }
    guard byte(at: key &+ 1) == Byte.colon else { throw root.unexpected(key &+ 1, .colon) }
    return key &+ 2
  }

  @inline(__always)
  private mutating func checkEscapes(ofStringAt token: UInt32) throws(JSONError) {
    if backslash < offset(of: token &+ 1) { try checkEscapesInside(token) }
  }

  @inline(never)
  private mutating func checkEscapesInside(_ token: UInt32) throws(JSONError) {
    let string = RawString(root.at(token))
    let stop = offset(of: token) + 1 + string.count
    while backslash < stop {
      guard let behind = unsafe Escapes.end(ofEscapeAt: backslash, in: bytes, before: stop) else {
        throw JSONError(.invalidEscape, at: backslash)
      }
      backslash = unsafe Escapes.firstBackslash(
        in: bytes, from: behind, to: Int(root.index.pointee.length))
    }
  }

  @inline(__always)
  private func checkNumber(at token: UInt32) throws(JSONError) {
    // The last token may be right before bytes outside the document: checked on a copy.
    if token &+ 1 < end, unsafe csj_is_plain_number(bytes + offset(of: token)) { return }
    try checkNumberInDetail(token)
  }

  @inline(never)
  private func checkNumberInDetail(_ token: UInt32) throws(JSONError) {
    let position = root.at(token)
    let verdict: Reason? = unsafe position.withNumber { text in
      guard let digits = unsafe DecimalDigits(text) else { return .invalidNumber }
      if digits.isPlainInteger { return nil }
      var value = 0.0
      return unsafe csj_parse_double(text.baseAddress!, &value) ? nil : .numberOutOfRange
    }
    guard let verdict else { return }
    throw JSONError(JSONError.Code(reason: verdict), at: position.offset, expected: .double)
  }

  @inline(__always)
  private func checkLiteral(at token: UInt32) throws(JSONError) {
    guard root.at(token).kind != nil else { throw noValue(token) }
  }

  @inline(never)
  private func noValue(_ token: UInt32) -> JSONError {
    switch byte(at: token) {
    case Byte.closeBrace, Byte.closeBracket, Byte.comma, Byte.colon:
      root.unexpected(token, .value)
    default: JSONError(.invalidLiteral, at: offset(of: token))
    }
  }

  @inline(never)
  private func tooDeep(_ token: UInt32) -> JSONError {
    JSONError(.depthExceeded, at: offset(of: token), name: "\(depthLimit)")
  }
}

extension IndexStorage {
  /// Checks the whole open document. Throws its first fault, the same under every kernel.
  package func checkInFull() throws(JSONError) {
    if !isEvidentlyValid { try walkInFull() }
    try refuseRepeatedKeys()
    unsafe context.pointee.isValid = true
  }

  /// The same, and writes the partner of each opening bracket to `links` where that costs next to nothing: returns
  /// whether it did.
  func checkInFull(
    linking links: UnsafeMutablePointer<UInt32>
  ) throws(JSONError) -> Bool {
    let header = unsafe index.pointee
    guard header.first == 0, header.end > UInt32(CSJ_PROVEN_TOKENS),
      let kinds = unsafe header.kinds, let escapes = unsafe header.escapes,
      unsafe csj_check_linking(
        header.bytes, header.tokens, kinds, escapes, header.end, header.length,
        context.pointee.depthLimit, links)
    else {
      try checkInFull()
      return false
    }
    try refuseRepeatedKeys()
    return true
  }

  /// Whether the tokens' kinds prove the open document valid. They do for almost all that are; the walk decides about
  /// the rest, and names the fault.
  private var isEvidentlyValid: Bool {
    let header = unsafe index.pointee
    guard let kinds = unsafe header.kinds, let escapes = unsafe header.escapes else { return false }
    return unsafe csj_check(
      header.bytes, header.tokens, kinds, escapes, header.first, header.end, header.length,
      context.pointee.depthLimit, provenOrders(tokenCount: header.end &- header.first))
  }

  @inline(never)
  private func walkInFull() throws(JSONError) {
    let levels = unsafe levels(Int(context.pointee.depthLimit))
    let root = unsafe JSONPosition(rootOf: index)
    do throws(JSONError) {
      var check = unsafe FullCheck(of: root, levels: levels)
      var state = FullCheck.State()
      _ = try check.run(from: &state)
    } catch {
      // From the document's first byte, including white space, where another encoding shows.
      let start = unsafe index.pointee.first == 0 ? 0 : root.offset
      let text = unsafe UnsafeBufferPointer(
        start: index.pointee.bytes + start, count: Int(index.pointee.length) - start)
      let depthLimit = unsafe Int(context.pointee.depthLimit)
      guard var fault = unsafe FaultScan.firstFault(in: text, depthLimit: depthLimit) else {
        throw error
      }
      fault.offset += start
      throw fault
    }
  }

  /// Room for the walk's open levels.
  func levels(_ depthLimit: Int) -> UnsafeMutablePointer<Bool> {
    if let levels = unsafe levels, levels.count >= depthLimit { return levels.baseAddress! }
    unsafe levels?.deallocate()
    let made = UnsafeMutableBufferPointer<Bool>.allocate(capacity: max(depthLimit, 1))
    unsafe levels = unsafe made
    return made.baseAddress!
  }
}
