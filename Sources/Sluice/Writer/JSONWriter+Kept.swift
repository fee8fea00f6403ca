import CSimdJSON
import Synchronization

extension JSONWriter {
  /// Writes an array or object that stayed in its document as the owned value that it is: each key once, numbers and
  /// escapes in their own spelling. Takes no stack for its levels, and makes only strings with escapes.
  @inline(never)
  mutating func writeKept(_ json: JSON) throws(JSONError) {
    let view: JSONView
    switch json {
    case .array(let array):
      guard case .kept(let kept) = array.content else { return try value(json) }
      view = kept
    case .object(let object):
      guard case .kept(let kept) = object.content else { return try value(json) }
      view = kept
    default: return try value(json)
    }
    let storage = view.storage
    defer { withExtendedLifetime(storage) {} }
    let end = storage.close(of: view.token)
    guard storage.hasDistinctKeys(from: view.token, to: end) else { return try writeDeep(json) }
    if indent < 0, !sorts, !options.escapesSlashes {
      return try copyCompact(storage, view.token, end)
    }
    // The brackets and separators are those of the text.
    for token in view.token...end {
      let here = storage.position(token)
      switch here.byte {
      case Byte.openBrace: try beginObject()
      case Byte.closeBrace: try endObject()
      case Byte.openBracket: try beginArray()
      case Byte.closeBracket: try endArray()
      case Byte.comma, Byte.colon: break
      case Byte.quote:
        if token < end, here.byte(at: token &+ 1) == Byte.colon {
          try prepareForKey()
          try appendUnescaped(RawString(here))
          finishKey()
        } else {
          try prepareForValue()
          try appendUnescaped(RawString(here))
          try finishValue()
        }
      case Byte.minus, 0x30...0x39: try value(here.number())
      case UInt8(ascii: "t"): try value(true)
      case UInt8(ascii: "f"): try value(false)
      default: try null()
      }
    }
  }

  /// Copies the text without its white space. Only strings with escapes are written anew.
  private mutating func copyCompact(
    _ storage: DocumentStorage, _ first: UInt32, _ last: UInt32
  ) throws(JSONError) {
    defer { withExtendedLifetime(storage) {} }
    try prepareForValue()
    let index = unsafe storage.header.pointee
    var next = first
    while next <= last {
      let room = JSONWriter.piece + Int(CSJ_COMPACT_ROOM)
      let start = unsafe out.end(withRoom: room)
      // The writer's memory has the room, and the document's tokens have one after the last.
      var copy = unsafe csj_compact_copy(
        bytes: index.bytes, tokens: index.tokens, next: next, last: last &+ 1, to: start,
        end: start + room)
      unsafe csj_copy_compact(&copy)
      unsafe out.advance(by: copy.to - start)
      // A full buffer stops it, too: then the same token comes again, unless it is longer than the buffer.
      if unsafe copy.next == next {
        try append(storage.position(next))
        next &+= 1
      } else {
        next = unsafe copy.next
      }
      if out.count >= flushCount { try flush() }
    }
    try finishValue()
  }

  /// Writes a string or number without what surrounds it.
  private mutating func append(_ here: JSONPosition) throws(JSONError) {
    if here.byte != Byte.quote { return unsafe out.append(here.numberText) }
    let raw = RawString(here)
    if raw.hasEscapes { try appendQuoted(raw.string ?? "") } else { try appendWritten(raw) }
  }

  private mutating func appendUnescaped(_ raw: RawString) throws(JSONError) {
    if !raw.hasEscapes { return try unsafe appendQuoted(raw.buffer) }
    try appendQuoted(raw.string ?? "")
  }
}

extension DocumentStorage {
  /// Whether no object between two tokens has a key twice. Remembers the answer for the whole document, so that writing
  /// it again, or a part of it, skips this check.
  fileprivate func hasDistinctKeys(from first: UInt32, to end: UInt32) -> Bool {
    // No other memory depends on it.
    if notedDistinct.load(ordering: .relaxed) { return true }
    defer { withExtendedLifetime(self) {} }
    let (index, keys) = unsafe (header.pointee, sharedKeys)
    for token in first...end {
      guard unsafe index.bytes[Int(index.tokens[Int(token)])] == Byte.openBrace else { continue }
      if !hasDistinctKeys(token, keys), level(of: token).isAmbiguous { return false }
    }
    if first == index.first { notedDistinct.store(true, ordering: .relaxed) }
    return true
  }
}
