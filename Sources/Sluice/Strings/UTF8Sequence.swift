/// UTF-8, one character at a time (RFC 3629: no surrogates, nothing overlong). For faults only:
/// whole texts are validated by simdjson.
enum UTF8Sequence {
  /// The length of the UTF-8 sequence at `i`, or 0 (RFC 3629: no surrogates, nothing overlong).
  static func length(_ text: UnsafeBufferPointer<UInt8>, at i: Int) -> Int {
    func continuation(_ n: Int, _ range: ClosedRange<UInt8> = 0x80...0xBF) -> Bool {
      unsafe i + n < text.count && range.contains(text[i + n])
    }
    switch unsafe text[i] {
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
}
