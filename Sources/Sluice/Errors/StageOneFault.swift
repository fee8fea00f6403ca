import CSimdJSON

/// Finds what stage 1 refused. Stage 1 says only that a window is bad, and which of several faults it
/// names depends on the kernel; this looks for the first fault in the text, byte by byte, so that code
/// and offset are the same everywhere. Only bad input pays for it.
package enum StageOneFault {
  package static func error(
    for status: csj_status, in text: UnsafeBufferPointer<UInt8>
  ) -> JSONError {
    switch status {
    case CSJ_NO_MEMORY: return JSONError(.outOfMemory, at: 0)
    case CSJ_TOO_LARGE:
      return JSONError(.tooLarge, at: 0, name: "\(JSONOptions.largestSize)")
    case CSJ_EMPTY: return JSONError(.empty, at: 0)
    default: break
    }
    if let encoding = foreignEncoding(text) {
      return JSONError(.unsupportedEncoding, at: 0, name: encoding)
    }
    return first(in: text)
      // Not reached while stage 1 refuses nothing but these faults; a described error all the same.
      ?? JSONError(.unexpectedToken, at: 0, expected: .value)
  }

  /// The first fault of the kinds that stage 1 sees.
  package static func first(in text: UnsafeBufferPointer<UInt8>) -> JSONError? {
    var i = 0
    var openQuote: Int?
    while i < text.count {
      let byte = text[i]
      if byte >= 0x80 {
        let length = sequenceLength(text, at: i)
        guard length > 0 else { return JSONError(.invalidUTF8, at: i) }
        i += length
        continue
      }
      if openQuote != nil {
        if byte < 0x20 { return JSONError(.controlCharacter, at: i) }
        if byte == UInt8(ascii: "\\") {
          // Whatever follows is escaped; a control character or a bad sequence there is still one.
          if i + 1 < text.count, text[i + 1] >= 0x20, text[i + 1] < 0x80 { i += 1 }
        } else if byte == UInt8(ascii: "\"") {
          openQuote = nil
        }
      } else if byte == UInt8(ascii: "\"") {
        openQuote = i
      } else if byte == UInt8(ascii: "\\") {
        // Outside strings a backslash is no JSON, and it misleads stage 1 about the quotes behind it.
        return JSONError(.invalidLiteral, at: i)
      }
      i += 1
    }
    return openQuote.map { JSONError(.unclosedString, at: $0) }
  }

  /// The length of the UTF-8 sequence at `i`, or 0 (RFC 3629: no surrogates, nothing overlong).
  private static func sequenceLength(_ text: UnsafeBufferPointer<UInt8>, at i: Int) -> Int {
    func continuation(_ n: Int, _ range: ClosedRange<UInt8> = 0x80...0xBF) -> Bool {
      i + n < text.count && range.contains(text[i + n])
    }
    switch text[i] {
    case 0xC2...0xDF: return continuation(1) ? 2 : 0
    case 0xE0: return continuation(1, 0xA0...0xBF) && continuation(2) ? 3 : 0
    case 0xED: return continuation(1, 0x80...0x9F) && continuation(2) ? 3 : 0
    case 0xE1...0xEF: return continuation(1) && continuation(2) ? 3 : 0
    case 0xF0: return continuation(1, 0x90...0xBF) && continuation(2) && continuation(3) ? 4 : 0
    case 0xF4: return continuation(1, 0x80...0x8F) && continuation(2) && continuation(3) ? 4 : 0
    case 0xF1...0xF3: return continuation(1) && continuation(2) && continuation(3) ? 4 : 0
    default: return 0
    }
  }

  /// UTF-16 and UTF-32 by their byte order mark, or by where the NULs stand (RFC 4627 section 3).
  private static func foreignEncoding(_ text: UnsafeBufferPointer<UInt8>) -> String? {
    let head = (0..<4).map { $0 < text.count ? text[$0] : 0xAA }
    switch (head[0], head[1], head[2], head[3]) {
    case (0xFF, 0xFE, 0, 0), (0, 0, 0xFE, 0xFF): return "UTF-32"
    case (0xFF, 0xFE, _, _), (0xFE, 0xFF, _, _): return "UTF-16"
    case (0, 0, 0, 1...), (1..., 0, 0, 0): return "UTF-32"
    case (0, 1..., 0, 1...), (1..., 0, 1..., 0): return "UTF-16"
    default: return nil
    }
  }
}
