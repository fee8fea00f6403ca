import CSimdJSON
import Sluice

/// One entry of the index at a time: at a window's end, at a document's, and where something is
/// wrong. All errors are made here.
extension JSONTokenizer {
  @usableFromInline @inline(never)
  mutating func nextCarefully() throws(JSONError) -> JSONToken.Kind? {
    do throws(JSONError) {
      settle()
      while true {
        if here < stop {
          if long != nil { return try takeLastPiece() }
          if let kind = try step() { return kind }
        } else {
          switch try refill() {
          case .tokens: continue
          case .longToken: return try takePiece()
          case .nothing: return nil
          }
        }
      }
    } catch {
      throw fail(error)
    }
  }

  /// Before the next token.
  mutating func settle() {
    (isFirst, isLast) = (true, true)
    fastStop = stop - here > 2 ? stop - 2 : here
  }

  /// Forgets the token at hand, and throws from now on.
  mutating func fail(_ error: JSONError) -> JSONError {
    failure = error
    forget()
    (here, fastStop) = (stop, stop)
    return error
  }

  /// Takes an entry. Nil: it was a comma or a colon.
  private mutating func step() throws(JSONError) -> JSONToken.Kind? {
    let p = here
    let byte = bytes[Int(p[0])]
    switch place {
    case .behind:
      guard byte == Byte.comma else { return try close(byte) }
      here = p + 1
      place = isInObject ? .key : .value
      return nil
    case .colon:
      guard byte == Byte.colon else { throw fault() }
      here = p + 1
      place = .value
      return nil
    case .key: return try key(byte)
    case .firstKey: return byte == closing ? try close(byte) : try key(byte)
    case .firstValue: return byte == closing ? try close(byte) : try value(byte)
    case .value, .root: return try value(byte)
    case .end:
      guard options.takesSeveralDocuments else { throw fault() }
      place = .root
      return nil
    }
  }

  var isInObject: Bool { closing == Byte.closeBrace }

  /// The value at hand. Throws when it is none.
  mutating func value(_ byte: UInt8) throws(JSONError) -> JSONToken.Kind {
    let p = here
    if Byte.opens(byte) { return try open(byte) }
    if byte == Byte.quote {
      let close = closingQuote(p)
      guard close <= backslash || checkEscapes(from: p[0], to: close) else { throw fault() }
      return tookValue(.string, p, p[0] &+ 1, close)
    }
    let end = scalarEnd(p)
    let text = UnsafeBufferPointer(start: bytes + Int(p[0]), count: Int(end &- p[0]))
    guard let kind = scalarKind(text) else { throw fault() }
    return tookValue(kind, p, p[0], end)
  }

  /// What kind of scalar a text is; nil: none. A byte that continues no scalar follows it.
  private func scalarKind(_ text: UnsafeBufferPointer<UInt8>) -> JSONToken.Kind? {
    guard let start = text.baseAddress else { return nil }
    if csj_is_usual_number(start, text.count) { return .number }
    if text.elementsEqual("null".utf8) { return .null }
    if text.elementsEqual("true".utf8) { return .true }
    if text.elementsEqual("false".utf8) { return .false }
    guard let digits = DecimalDigits(text) else { return nil }
    var value = 0.0
    guard options.checking == .accessed || digits.isPlainInteger || csj_parse_double(start, &value)
    else { return nil }
    return .number
  }

  mutating func tookValue(
    _ kind: JSONToken.Kind, _ p: UnsafePointer<UInt32>, _ start: UInt32, _ end: UInt32
  ) -> JSONToken.Kind {
    let kind = took(kind, p, start, end)
    place = placeBehindValue
    return kind
  }

  var placeBehindValue: Place { levels.depth == 0 ? .end : .behind }

  private mutating func key(_ byte: UInt8) throws(JSONError) -> JSONToken.Kind {
    let p = here
    guard byte == Byte.quote else { throw fault() }
    let close = closingQuote(p)
    guard close <= backslash || checkEscapes(from: p[0], to: close) else { throw fault() }
    here = p + 1
    place = .colon
    stand(at: p, .key, p[0] &+ 1, close)
    return .key
  }

  private mutating func open(_ byte: UInt8) throws(JSONError) -> JSONToken.Kind {
    if levels.depth == levels.room {
      switch levels.grow() {
      case .grown: break
      case .atLimit: throw fault()
      case .outOfMemory: throw JSONError(.outOfMemory, at: 0)
      }
    }
    guard let kind = openQuickly(here, byte) else { throw fault() }
    return kind
  }

  private mutating func close(_ byte: UInt8) throws(JSONError) -> JSONToken.Kind {
    guard byte == closing else { throw fault() }
    if let kind = closeQuickly(here) { return kind }
    let kind: JSONToken.Kind = isInObject ? .endObject : .endArray
    levels.pop()
    closing = 0
    return tookValue(kind, here, here[0], here[0] &+ 1)
  }
}
