import CSimdJSON
import Sluice

/// The slow path, one index entry at a time: at the end of a window or document, and at faults. It
/// makes all errors.
extension TokenStream {
  @usableFromInline @inline(never)
  func nextSlowly() throws(JSONError) -> JSONToken.Kind? {
    do throws(JSONError) {
      // Requests wait only if the last one needed bytes.
      let waits = needsBytes
      if waits {
        guard try finishSkip() else { return nil }
      }
      walk.settle()
      let kind = try takeToken()
      if waits { endRequest() }
      return kind
    } catch {
      throw fail(error)
    }
  }

  private func takeToken() throws(JSONError) -> JSONToken.Kind? {
    while true {
      if unsafe walk.here < walk.stop {
        if long != nil { return try takeLastChunk() }
        if let kind = try step() { return kind }
      } else {
        // With a reader, a token or the end is certain: an opening bracket need not be kept.
        if unsafe reader != nil { forgetAll() }
        switch try refill() {
        case .tokens: continue
        case .longToken: return try takeChunk()
        case .nothing: return nil
        }
      }
    }
  }

  /// Drops what was begun, and throws from now on.
  func fail(_ error: JSONError) -> JSONError {
    failure = error
    forgetAll()
    (skip, gathering, lendsContainer, needsBytes) = (nil, nil, false, false)
    unsafe (walk.here, walk.fastStop) = unsafe (walk.stop, walk.stop)
    return error
  }

  /// Takes an entry. Nil: it was a comma or a colon.
  private func step() throws(JSONError) -> JSONToken.Kind? {
    let p = unsafe walk.here
    let byte = unsafe walk.bytes[Int(p[0])]
    switch walk.place {
    case .behind:
      guard byte == Byte.comma else { return try close(byte) }
      unsafe walk.here = unsafe p + 1
      walk.place = walk.isInObject ? .key : .value
      return nil
    case .colon:
      guard byte == Byte.colon else { throw fault() }
      unsafe walk.here = unsafe p + 1
      walk.place = .value
      return nil
    case .key: return try key(byte)
    case .firstKey: return byte == walk.closing ? try close(byte) : try key(byte)
    case .firstValue: return byte == walk.closing ? try close(byte) : try value(byte)
    case .value, .root: return try value(byte)
    case .end:
      guard options.takesSeveralDocuments else { throw fault() }
      walk.place = .root
      return nil
    }
  }

  /// The current value. Throws if there is no valid value.
  func value(_ byte: UInt8) throws(JSONError) -> JSONToken.Kind {
    let p = unsafe walk.here
    if Byte.opens(byte) { return try open(byte) }
    if byte == Byte.quote {
      let close = unsafe walk.closingQuote(p)
      guard unsafe close <= walk.backslash || walk.checkEscapes(from: p[0], to: close) else {
        throw fault()
      }
      return unsafe tookValue(.string, p, p[0] &+ 1, close)
    }
    let end = unsafe walk.scalarEnd(p)
    let text = unsafe UnsafeBufferPointer(start: walk.bytes + Int(p[0]), count: Int(end &- p[0]))
    guard unsafe csj_ends_scalar(walk.bytes[Int(end)]), let kind = unsafe scalarKind(text) else {
      throw fault()
    }
    return unsafe tookValue(kind, p, p[0], end)
  }

  /// The kind of a scalar's text; nil: it is not a scalar. The byte after it continues no scalar.
  private func scalarKind(_ text: UnsafeBufferPointer<UInt8>) -> JSONToken.Kind? {
    guard let start = text.baseAddress else { return nil }
    var (length, point) = (UInt32(0), UInt32(0))
    if unsafe csj_measure_number(start, &length, &point), length == text.count {
      walk.point = UInt8(truncatingIfNeeded: point)
      return .number
    }
    walk.point = .max
    if unsafe text.elementsEqual("null".utf8) { return .null }
    if unsafe text.elementsEqual("true".utf8) { return .true }
    if unsafe text.elementsEqual("false".utf8) { return .false }
    guard let digits = unsafe DecimalDigits(text) else { return nil }
    var value = 0.0
    guard
      unsafe options.checking == .accessed || digits.isPlainInteger
        || csj_parse_double(start, &value)
    else { return nil }
    return .number
  }

  func tookValue(
    _ kind: JSONToken.Kind, _ p: UnsafePointer<UInt32>, _ start: UInt32, _ end: UInt32
  ) -> JSONToken.Kind {
    let kind = unsafe walk.took(kind, p, start, end)
    walk.place = placeBehindValue
    return kind
  }

  var placeBehindValue: TokenWalk.WalkPosition { walk.levels.depth == 0 ? .end : .behind }

  private func key(_ byte: UInt8) throws(JSONError) -> JSONToken.Kind {
    let p = unsafe walk.here
    guard byte == Byte.quote else { throw fault() }
    let close = unsafe walk.closingQuote(p)
    guard unsafe close <= walk.backslash || walk.checkEscapes(from: p[0], to: close) else {
      throw fault()
    }
    unsafe walk.here = unsafe p + 1
    walk.place = .colon
    unsafe walk.stand(at: .key, p[0] &+ 1, close)
    return .key
  }

  private func open(_ byte: UInt8) throws(JSONError) -> JSONToken.Kind {
    if walk.levels.depth == walk.levels.room {
      switch walk.levels.grow() {
      case .grown: break
      case .atLimit: throw fault()
      case .outOfMemory: throw JSONError(.outOfMemory, at: 0)
      }
    }
    guard let kind = unsafe walk.openQuickly(walk.here, byte) else { throw fault() }
    return kind
  }

  private func close(_ byte: UInt8) throws(JSONError) -> JSONToken.Kind {
    guard byte == walk.closing else { throw fault() }
    if let kind = unsafe walk.closeQuickly(walk.here, byte) { return kind }
    let kind: JSONToken.Kind = walk.isInObject ? .endObject : .endArray
    walk.levels.pop()
    return unsafe tookValue(kind, walk.here, walk.here[0], walk.here[0] &+ 1)
  }
}
