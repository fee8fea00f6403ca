import Sluice
import SluiceFeed
import SluiceTokenizer

/// A copy of a token.
struct KeptToken: Equatable, CustomStringConvertible {
  var kind: JSONToken.Kind
  var offset: Int64
  var depth: Int
  var isFirst: Bool
  var isLast: Bool
  var raw: [UInt8]
  /// The unescaped text; for numbers, their double. Nil: it could not be decoded.
  var value: String?

  var description: String {
    "\(kind)@\(offset)/\(depth)\(isFirst ? "" : "+")\(isLast ? "" : "…") \(String(decoding: raw, as: UTF8.self))"
  }

  init(_ token: JSONToken) {
    kind = token.kind
    offset = token.offset
    depth = token.depth
    isFirst = token.isFirst
    isLast = token.isLast
    raw = token.rawBytes
    switch token.kind {
    case .string, .key: value = try? token.string.string
    case .number: value = (try? token.number).map { "\($0)" }
    case .true, .false: value = (try? token.bool).map { "\($0)" }
    default: value = nil
    }
  }
}

/// The result of reading a stream.
struct Tokens: Equatable, CustomStringConvertible {
  var tokens: [KeptToken] = []
  /// `code@offset`.
  var error: String?

  var description: String { "\(tokens) \(error ?? "ok")" }

  /// Feeds everything in one chunk.
  init(_ bytes: [UInt8], _ options: TokenizerOptions = TokenizerOptions()) throws {
    try self.init(chunks: [bytes[...]], options)
  }

  init(_ text: String, _ options: TokenizerOptions = TokenizerOptions()) throws {
    try self.init(Array(text.utf8), options)
  }

  /// Feeds chunk by chunk, and reads all tokens after each.
  init(chunks: [ArraySlice<UInt8>], _ options: TokenizerOptions) throws {
    var tokenizer = try JSONTokenizer(options: options)
    do {
      for chunk in chunks {
        tokenizer.feed(chunk)
        while try tokenizer.next() != nil { tokens.append(KeptToken(tokenizer.token)) }
      }
      tokenizer.finish()
      while try tokenizer.next() != nil { tokens.append(KeptToken(tokenizer.token)) }
    } catch {
      self.error = "\(error.code)@\(error.offset)"
    }
  }

  /// Reads `piece` bytes at a time.
  init(reading bytes: [UInt8], piece: Int, _ options: TokenizerOptions) throws {
    var tokenizer = try unsafe JSONTokenizer(
      options: options, reading: reader(of: bytes, piece: piece))
    do {
      while try tokenizer.next() != nil { tokens.append(KeptToken(tokenizer.token)) }
    } catch {
      self.error = "\(error.code)@\(error.offset)"
    }
  }
}

func reader(of bytes: [UInt8], piece: Int) -> JSONTokenizer.Reader {
  var taken = 0
  return { (room) throws(JSONError) in
    let count = min(piece, room.count, bytes.count - taken)
    unsafe room.copyBytes(from: bytes[taken..<taken + count])
    taken += count
    return count
  }
}

/// The verdict of the core's full check: `code@offset`, or nil.
func coreVerdict(_ bytes: [UInt8], depthLimit: Int = 1024) -> String? {
  var checker = JSONChecker(depthLimit: depthLimit)
  do throws(JSONError) {
    try checker.check(bytes)
    return nil
  } catch {
    return "\(error.code)@\(error.offset)"
  }
}
