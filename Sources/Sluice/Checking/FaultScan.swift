import CSimdJSON

/// Finds the first fault of a text, byte by byte and without an index: a plain strict parser that keeps nothing.
///
/// Scans only documents that were refused, so only bad input pays for its speed (some hundred MB/s). Kernels divide
/// broken text into tokens differently. This scan sees no tokens, so code and offset are the same under every kernel.
/// For a document that stage 1 accepts, it gives the same code and offset as `FullCheck`; tests compare the two.
///
/// Sound because a scan lives for one call, during which the text stays, and it compares with the end before it
/// reads.
@safe
package struct FaultScan {
  /// What may come next. At depth 0 a value is a document, and nothing may follow it.
  package enum ScanPosition: UInt8 { case behind, value, firstValue, firstKey, key, colon }

  private let text: UnsafeBufferPointer<UInt8>
  private let depthLimit: Int
  private var place = ScanPosition.value
  private var i = 0
  /// For each open level, whether it is an object.
  private var levels: [Bool] = []
  /// Accepts bad escapes and numbers out of range, except where stage 1 refuses them.
  package var isLenient = false
  /// Accepts numbers beyond the largest finite double, which the grammar allows.
  var takesAnyNumber = false
  /// Whether several documents may follow each other.
  package var takesSeveral = false
  /// Where the most recently inspected token begins; after `run` throws, the faulty token.
  package private(set) var tokenStart = 0

  /// `text` must stay readable until the scan ends.
  package init(_ text: UnsafeBufferPointer<UInt8>, depthLimit: Int) {
    unsafe self.text = unsafe text
    self.depthLimit = depthLimit
  }

  /// A scan that continues in the middle of a document: `text` begins between two tokens.
  package init(
    _ text: UnsafeBufferPointer<UInt8>, depthLimit: Int, from place: ScanPosition, levels: [Bool]
  ) {
    unsafe self.init(text, depthLimit: depthLimit)
    self.place = place
    self.levels = levels
  }

  /// The first fault, or nil.
  package static func firstFault(
    in text: UnsafeBufferPointer<UInt8>, depthLimit: Int
  ) -> JSONError? {
    if let encoding = unsafe StageOneFault.foreignEncoding(text) {
      return JSONError(.unsupportedEncoding, at: 0, name: encoding)
    }
    do throws(JSONError) {
      var scan = unsafe FaultScan(text, depthLimit: depthLimit)
      try scan.run()
      return nil
    } catch {
      return error
    }
  }

  /// Throws the first fault; returns if the text has none.
  package mutating func run() throws(JSONError) {
    skipSpace()
    if unsafe i == text.count, place == .value, levels.isEmpty {
      if takesSeveral { return }
      throw JSONError(.empty, at: 0)
    }
    while true {
      skipSpace()
      if place == .behind, levels.isEmpty {
        if unsafe i == text.count { return }
        tokenStart = i
        guard takesSeveral else { throw faultyBytes ?? JSONError(.trailingContent, at: i) }
        place = .value
      }
      guard unsafe i < text.count else { throw incomplete(expected) }
      tokenStart = i
      switch place {
      case .value: try scanValue()
      case .firstValue:
        if unsafe text[i] == Byte.closeBracket { close() } else { try scanValue() }
      case .firstKey:
        if unsafe text[i] == Byte.closeBrace { close() } else { try scanKey() }
      case .key: try scanKey()
      case .colon:
        guard unsafe text[i] == Byte.colon else { throw unexpected(expected) }
        i += 1
        place = .value
      case .behind: try scanSeparator()
      }
    }
  }

  private var expected: JSONError.Expectation {
    switch place {
    case .value: .value
    case .firstValue: .valueOrBracket
    case .firstKey: .keyOrBrace
    case .key: .key
    case .colon: .colon
    case .behind: levels.last == true ? .commaOrBrace : .commaOrBracket
    }
  }

  private mutating func scanValue() throws(JSONError) {
    switch unsafe text[i] {
    case Byte.openBrace: return try open(isObject: true)
    case Byte.openBracket: return try open(isObject: false)
    case Byte.quote: try scanString()
    case Byte.minus, 0x30...0x39: try scanNumber()
    default: try scanLiteral()
    }
    place = .behind
  }

  private mutating func scanKey() throws(JSONError) {
    guard unsafe text[i] == Byte.quote else { throw unexpected(expected) }
    try scanString()
    place = .colon
  }

  private mutating func scanSeparator() throws(JSONError) {
    let isObject = levels.last == true
    if unsafe text[i] == Byte.comma {
      i += 1
      place = isObject ? .key : .value
    } else if unsafe text[i] == (isObject ? Byte.closeBrace : Byte.closeBracket) {
      close()
    } else {
      throw unexpected(expected)
    }
  }

  private mutating func skipSpace() {
    while unsafe i < text.count, unsafe csj_ends_scalar(text[i]), unsafe text[i] <= 0x20 { i += 1 }
  }

  private mutating func open(isObject: Bool) throws(JSONError) {
    guard levels.count < depthLimit else {
      throw JSONError(.depthExceeded, at: i, name: "\(depthLimit)")
    }
    levels.append(isObject)
    place = isObject ? .firstKey : .firstValue
    i += 1
  }

  private mutating func close() {
    levels.removeLast()
    place = .behind
    i += 1
  }

  private mutating func scanString() throws(JSONError) {
    let quote = i
    i += 1
    while unsafe i < text.count {
      switch unsafe text[i] {
      case Byte.quote:
        i += 1
        return
      case Byte.backslash where isLenient:
        // After a backslash, stage 1 checks only for quotes and control characters.
        let next = unsafe i + 1 < text.count ? text[i + 1] : Byte.quote
        guard next >= 0x20 else { throw JSONError(.invalidEscape, at: i) }
        i += next == Byte.quote || next == Byte.backslash ? 2 : 1
      case Byte.backslash:
        // The closing quote is not known yet: an escape may end where the text ends.
        guard let base = unsafe text.baseAddress,
          let end = unsafe Escapes.end(ofEscapeAt: i, in: base, before: text.count)
        else { throw JSONError(.invalidEscape, at: i) }
        i = end
      case 0..<0x20: throw JSONError(.controlCharacter, at: i)
      case 0x80...:
        let length = unsafe UTF8Sequence.length(text, at: i)
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
    let number = unsafe UnsafeBufferPointer(rebasing: text[start..<end])
    guard let digits = unsafe DecimalDigits(number) else {
      throw JSONError(.invalidNumber, at: start)
    }
    if !isLenient, !takesAnyNumber, !digits.isPlainInteger, unsafe !isFinite(number) {
      throw JSONError(.numberOutOfRange, at: start, expected: .double)
    }
    i = end
  }

  private func isFinite(_ number: UnsafeBufferPointer<UInt8>) -> Bool {
    // Uses a copy: the kernel may read past the number, and the text may end there.
    unsafe withUnsafeTemporaryAllocation(
      of: UInt8.self, capacity: number.count + PaddedBytes.padding
    ) {
      copy in
      unsafe copy.initialize(repeating: 0x20)
      for i in 0..<number.count { unsafe copy[i] = unsafe number[i] }
      var value = 0.0
      return unsafe csj_parse_double(copy.baseAddress!, &value)
    }
  }

  private mutating func scanLiteral() throws(JSONError) {
    let end = scalarEnd
    if let fault = faultyBytes { throw fault }
    guard end > i else { throw unexpected(.value) }
    let word = unsafe text[i..<end]
    guard
      unsafe word.elementsEqual("true".utf8) || word.elementsEqual("false".utf8)
        || word.elementsEqual("null".utf8)
    else { throw JSONError(.invalidLiteral, at: i) }
    i = end
  }

  /// Where the scalar that starts here ends: at white space, a structural character, or the end.
  private var scalarEnd: Int {
    var end = i
    while unsafe end < text.count, unsafe !csj_ends_scalar(text[end]) { end += 1 }
    return end
  }

  /// Reports bytes that are not UTF-8 as such, wherever they are.
  private var faultyBytes: JSONError? {
    unsafe text[i] >= 0x80 && UTF8Sequence.length(text, at: i) == 0
      ? JSONError(.invalidUTF8, at: i) : nil
  }

  private func unexpected(_ expected: JSONError.Expectation) -> JSONError {
    faultyBytes ?? JSONError(.unexpectedToken, at: i, expected: expected)
  }

  private func incomplete(_ expected: JSONError.Expectation) -> JSONError {
    unsafe JSONError(.incomplete, at: text.count, expected: expected)
  }
}
