import CSimdJSON

/// Finds the first fault of a text, byte by byte and without an index: a plain strict parser that
/// keeps nothing.
///
/// Only refused documents are scanned, so that its speed (some hundred MB/s) is paid for bad input
/// alone. Kernels draw the tokens of broken text differently; this sees no tokens, so that code and
/// offset are the same under all of them. For a document that stage 1 accepts it answers as
/// `FullCheck` does, with the same code and offset: tests hold the one against the other.
package struct FaultScan {
  private let text: UnsafeBufferPointer<UInt8>
  private let depthLimit: Int
  private var i = 0
  /// For each open level, whether it is an object.
  private var levels: [Bool] = []

  /// `text` is readable until the scan is over.
  package init(_ text: UnsafeBufferPointer<UInt8>, depthLimit: Int) {
    self.text = text
    self.depthLimit = depthLimit
  }

  /// The first fault, or nil.
  package static func firstFault(
    in text: UnsafeBufferPointer<UInt8>, depthLimit: Int
  ) -> JSONError? {
    if let encoding = StageOneFault.foreignEncoding(text) {
      return JSONError(.unsupportedEncoding, at: 0, name: encoding)
    }
    do throws(JSONError) {
      var scan = FaultScan(text, depthLimit: depthLimit)
      try scan.run()
      return nil
    } catch {
      return error
    }
  }

  /// Throws the first fault; returns when there is none.
  package mutating func run() throws(JSONError) {
    skipSpace()
    if i == text.count { throw JSONError(.empty, at: 0) }
    value: while true {
      guard i < text.count else { throw incomplete(.value) }
      switch text[i] {
      case Byte.quote: try scanString()
      case Byte.minus, 0x30...0x39: try scanNumber()
      case Byte.openBrace:
        try open(isObject: true)
        guard i < text.count else { throw incomplete(.keyOrBrace) }
        if text[i] != Byte.closeBrace {
          try scanKey(.keyOrBrace)
          continue value
        }
        close()
      case Byte.openBracket:
        try open(isObject: false)
        guard i < text.count else { throw incomplete(.valueOrBracket) }
        if text[i] != Byte.closeBracket { continue value }
        close()
      default: try scanLiteral()
      }

      while let isObject = levels.last {
        skipSpace()
        let expected: JSONError.Expectation = isObject ? .commaOrBrace : .commaOrBracket
        guard i < text.count else { throw incomplete(expected) }
        if text[i] == Byte.comma {
          i += 1
          skipSpace()
          if isObject { try scanKey(.key) }
          continue value
        }
        guard text[i] == (isObject ? Byte.closeBrace : Byte.closeBracket) else {
          throw unexpected(expected)
        }
        close()
      }
      break
    }
    skipSpace()
    if i < text.count { throw faultyBytes ?? JSONError(.trailingContent, at: i) }
  }

  private mutating func skipSpace() {
    while i < text.count, csj_ends_scalar(text[i]), text[i] <= 0x20 { i += 1 }
  }

  private mutating func open(isObject: Bool) throws(JSONError) {
    guard levels.count < depthLimit else {
      throw JSONError(.depthExceeded, at: i, name: "\(depthLimit)")
    }
    levels.append(isObject)
    i += 1
    skipSpace()
  }

  private mutating func close() {
    levels.removeLast()
    i += 1
  }

  /// A key and its colon, up to the value.
  private mutating func scanKey(_ expected: JSONError.Expectation) throws(JSONError) {
    guard i < text.count else { throw incomplete(expected) }
    guard text[i] == Byte.quote else { throw unexpected(expected) }
    try scanString()
    skipSpace()
    guard i < text.count else { throw incomplete(.colon) }
    guard text[i] == Byte.colon else { throw unexpected(.colon) }
    i += 1
    skipSpace()
  }

  private mutating func scanString() throws(JSONError) {
    let quote = i
    i += 1
    while i < text.count {
      switch text[i] {
      case Byte.quote:
        i += 1
        return
      case Byte.backslash:
        // The closing quote is not known yet: an escape may end where the text ends.
        guard let base = text.baseAddress,
          let end = Escapes.end(ofEscapeAt: i, in: base, before: text.count)
        else { throw JSONError(.invalidEscape, at: i) }
        i = end
      case 0..<0x20: throw JSONError(.controlCharacter, at: i)
      case 0x80...:
        let length = UTF8Sequence.length(text, at: i)
        guard length > 0 else { throw JSONError(.invalidUTF8, at: i) }
        i += length
      default: i += 1
      }
    }
    throw JSONError(.unclosedString, at: quote)
  }

  private mutating func scanNumber() throws(JSONError) {
    let start = i
    let end = scalarEnd
    let number = UnsafeBufferPointer(rebasing: text[start..<end])
    guard let digits = DecimalDigits(number) else { throw JSONError(.invalidNumber, at: start) }
    if !digits.isPlainInteger, !isFinite(number) {
      throw JSONError(.numberOutOfRange, at: start, expected: .double)
    }
    i = end
  }

  private func isFinite(_ number: UnsafeBufferPointer<UInt8>) -> Bool {
    // On a copy: the kernel may read behind the number, and the text may end there.
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: number.count + PaddedBytes.padding) {
      copy in
      copy.initialize(repeating: 0x20)
      for i in 0..<number.count { copy[i] = number[i] }
      var value = 0.0
      return csj_parse_double(copy.baseAddress!, &value)
    }
  }

  private mutating func scanLiteral() throws(JSONError) {
    let end = scalarEnd
    if let fault = faultyBytes { throw fault }
    guard end > i else { throw unexpected(.value) }
    let word = text[i..<end]
    guard
      word.elementsEqual("true".utf8) || word.elementsEqual("false".utf8)
        || word.elementsEqual("null".utf8)
    else { throw JSONError(.invalidLiteral, at: i) }
    i = end
  }

  /// Where the scalar that starts here ends: at white space, a structural character, or the end.
  private var scalarEnd: Int {
    var end = i
    while end < text.count, !csj_ends_scalar(text[end]) { end += 1 }
    return end
  }

  /// Bytes that are no UTF-8 are named as such, wherever they stand.
  private var faultyBytes: JSONError? {
    text[i] >= 0x80 && UTF8Sequence.length(text, at: i) == 0 ? JSONError(.invalidUTF8, at: i) : nil
  }

  private func unexpected(_ expected: JSONError.Expectation) -> JSONError {
    faultyBytes ?? JSONError(.unexpectedToken, at: i, expected: expected)
  }

  private func incomplete(_ expected: JSONError.Expectation) -> JSONError {
    JSONError(.incomplete, at: text.count, expected: expected)
  }
}
