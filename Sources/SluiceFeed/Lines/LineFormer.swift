import Sluice

/// Makes the JSON texts of lines that have a ``LineForm``, one at a time, in reused memory.
///
/// ```
/// line      2026-01-31T12:00:00Z {"log":"{\"id\":7}"}
/// outer     {"prefix":{"time":"2026-01-31T12:00:00Z"},"log":"{\"id\":7}"}
/// inner     {"outer":{…},"id":7}
/// ```
///
/// The value of a message (``MessageHead``) is such a line, whose outer text begins with the field `kafka`.
///
/// Sound because the line stays where it is until the record made of it was delivered, and the texts are only
/// changed by the next line.
@safe
final class LineFormer {
  /// The text that offsets of errors count in.
  private enum FormingStage {
    case line, outer, decoded, inner
    /// A line of a ``MessageWindow``.
    case window
  }

  let form: LineForm
  /// What precedes the fields of a message; nil: lines are not messages.
  let head: MessageHead?
  /// Whether records of messages have the field `kafka`. Those of tombstones always do.
  var describesMessages = true
  /// Whether the message has no value.
  private var isTombstone = false
  private var stage = FormingStage.line
  private var line = unsafe UnsafeBufferPointer<UInt8>(start: nil, count: 0)
  private var outer = LineText()
  private var decoded = LineText()
  private var inner = LineText()
  /// Where the string that contains the record begins in the text around it, and where what it means begins
  /// in the inner text, and from which of its bytes on.
  private var (stringStart, innerStart, innerFirst) = (0, 0, 0)
  /// The line of a window, where it begins in the window, and how many of its bytes come before the message's.
  private var windowLine = unsafe UnsafeBufferPointer<UInt8>(start: nil, count: 0)
  private var windowOffset = 0
  private var headCount = 0

  /// Nil if lines are JSON texts.
  init?(_ form: LineForm, ofMessages: Bool = false) {
    guard !form.isPlain || ofMessages else { return nil }
    self.form = form
    head = ofMessages ? MessageHead() : nil
  }

  /// The text of the record, or of the part of it that has a fault.
  var text: UnsafeBufferPointer<UInt8> {
    switch stage {
    case .line: unsafe line
    case .window: unsafe windowLine
    case .outer: unsafe outer.bytes.unsafeBytes
    case .decoded: unsafe decoded.bytes.unsafeBytes
    case .inner: unsafe inner.bytes.unsafeBytes
    }
  }

  /// Makes the text of a message, and opens it, as a line. `value`: the message's, which is empty for a
  /// tombstone.
  func open(
    _ message: LentMessage, _ value: UnsafeBufferPointer<UInt8>,
    with indexer: RecordIndexer, inFull: Bool
  ) throws(JSONError) -> JSONError? {
    unsafe head?.describe(message)
    isTombstone = unsafe message.value.baseAddress == nil
    return try unsafe open(value, with: indexer, inFull: inFull)
  }

  /// Makes the text of a line, and opens it. Returns what is wrong with it; its offset counts in ``text``.
  func open(
    _ line: UnsafeBufferPointer<UInt8>, with indexer: RecordIndexer, inFull: Bool
  ) throws(JSONError) -> JSONError? {
    unsafe self.line = unsafe line
    stage = .line
    do throws(JSONError) {
      if let fault = try makeOuter(indexer) { return fault }
      if !isTombstone, let field = form.inside, let fault = try makeInner(at: field, indexer) {
        return fault
      }
    } catch {
      throw error.aboutOneRecord
    }
    if let fault = try unsafe indexer.openAlone(text) { return fault }
    let index = unsafe indexer.index.pointee
    let first = unsafe index.bytes[Int(index.tokens[Int(index.first)])]
    let last = unsafe index.bytes[Int(index.tokens[Int(index.end) - 1])]
    return !inFull && indexer.isBracketed(first, last) ? nil : indexer.faultInFull()
  }

  /// Makes a line of a window the record, which is open. `value`: the message's. `headCount`: how many bytes of
  /// the line take the place of the value's first byte.
  @inline(__always)
  func enter(
    _ value: UnsafeBufferPointer<UInt8>, as line: UnsafeBufferPointer<UInt8>, at offset: Int,
    headCount: Int
  ) {
    unsafe self.line = unsafe value
    unsafe windowLine = unsafe line
    (windowOffset, self.headCount) = (offset, headCount)
    stage = .window
  }

  /// Makes a fault of the line itself the record's.
  func refuse(_ line: UnsafeBufferPointer<UInt8>, _ fault: JSONError) -> JSONError {
    unsafe self.line = unsafe line
    stage = .line
    return fault
  }

  // MARK: Errors

  /// An error about the text on its way out of the record: with its path in the text, and its place in the
  /// line.
  func leaving(_ error: JSONError) -> JSONError {
    var error = error
    if stage == .window, error.location == nil {
      // It counts in the window. One that is not about the record's text stays as it is.
      guard error.offset >= windowOffset, unsafe error.offset - windowOffset <= windowLine.count
      else { return error }
      error = unsafe error.counted(from: windowOffset, in: windowLine)
    }
    return unsafe error.leaving(text, madeOf: line) { place(of: $0) }
  }

  /// The place in the line of a place in the text.
  private func place(of offset: Int) -> Int {
    switch stage {
    case .line: offset
    case .window: max(offset - headCount + 1, 0)
    case .outer: outer.place(of: offset)
    case .decoded: around(stringStart + escapedLength(of: offset))
    case .inner where offset >= innerStart:
      around(stringStart + escapedLength(of: offset - innerStart + innerFirst))
    case .inner: inner.place(of: offset)
    }
  }

  /// The place in the line of a place in the text around the string.
  private func around(_ offset: Int) -> Int { hasOuter ? outer.place(of: offset) : offset }

  private var hasOuter: Bool { form.prefix != nil || form.content != .json || head != nil }

  private var textAround: UnsafeBufferPointer<UInt8> {
    unsafe hasOuter ? outer.bytes.unsafeBytes : line
  }

  /// The length of the start of the string that means `count` bytes.
  private func escapedLength(of count: Int) -> Int {
    let text = unsafe UnsafeBufferPointer(rebasing: textAround[stringStart...])
    var (done, next) = (0, 0)
    while done < count, next < text.count {
      guard unsafe text[next] == Byte.backslash, next + 1 < text.count else {
        (done, next) = (done + 1, next + 1)
        continue
      }
      guard unsafe text[next + 1] == UInt8(ascii: "u") else {
        (done, next) = (done + 1, next + 2)
        continue
      }
      let unit = unsafe text[(next + 2)...].prefix(4).reduce(0) { value, digit in
        value << 4 | Int(digit & 0x0F) + (digit > 0x39 ? 9 : 0)
      }
      // A pair of surrogates means four bytes, two for each.
      let size = unit < 0x80 ? 1 : unit < 0x800 || (0xD800..<0xE000).contains(unit) ? 2 : 3
      (done, next) = (done + size, next + 6)
    }
    return next
  }

  // MARK: The prefix and the content

  /// Makes the object of the prefix and of what follows it, unless the line is that object.
  private func makeOuter(_ indexer: RecordIndexer) throws(JSONError) -> JSONError? {
    if isTombstone, let head {
      outer.removeAll()
      try outer.append("{", at: 0)
      try outer.append(head.bytes, at: 0)
      try outer.append("}", at: 0)
      stage = .outer
      return nil
    }
    if head != nil, !describesMessages, form.isPlain {
      // As lines of a window are: an object.
      guard unsafe line.first(where: { !$0.isJSONSpace }) == Byte.openBrace else {
        return try unsafe fault(inValue: 0..<line.count, indexer)
      }
      outer.removeAll()
      try unsafe outer.append(0..<line.count, of: line)
      stage = .outer
      return nil
    }
    var start = 0
    var parts: [LineMatch.Found] = []
    if let prefix = form.prefix {
      var match = unsafe LineMatch(line)
      guard match.match(prefix) else {
        return JSONError(
          .invalidValue, at: match.end, name: "a line that begins as the prefix \"\(prefix)\" says")
      }
      (start, parts) = (match.end, match.found)
      // RFC 5424 allows a byte order mark before the message.
      if unsafe line[start...].starts(with: TextEncoding.utf8Mark) { start += 3 }
    }
    guard hasOuter else { return nil }
    outer.removeAll()
    if form.content == .json {
      guard let first = unsafe line[start...].firstIndex(where: { !$0.isJSONSpace }),
        unsafe line[first] == Byte.openBrace
      else { return try unsafe fault(inValue: start..<line.count, indexer) }
      try append(parts, before: first)
      let next = unsafe line[(first + 1)...].first { !$0.isJSONSpace }
      if next != Byte.closeBrace { try outer.append(",", at: first) }
      try unsafe outer.append((first + 1)..<line.count, of: line)
    } else {
      try append(parts, before: start)
      if let fault = try appendPairs(from: start) { return fault }
      try unsafe outer.append("}", at: line.count)
    }
    stage = .outer
    return nil
  }

  /// Appends the brace of the object, the field of the message and the object of the prefix.
  private func append(_ parts: [LineMatch.Found], before end: Int) throws(JSONError) {
    try outer.append("{", at: 0)
    if let head { try outer.append(head.bytes, at: 0) }
    guard form.prefix != nil else { return }
    try outer.append(head == nil ? "\"prefix\":{" : ",\"prefix\":{", at: 0)
    for (i, part) in parts.enumerated() {
      if i > 0 { try outer.append(",", at: part.bytes.lowerBound) }
      try outer.append(name: part.name, at: part.bytes.lowerBound)
      try outer.append(":", at: part.bytes.lowerBound)
      if part.isInteger {
        try unsafe outer.append(part.bytes, of: line)
      } else {
        try unsafe outer.append(string: part.bytes, of: line)
      }
    }
    try outer.append("}", at: end)
  }

  /// The fault of what should be an object.
  private func fault(
    inValue range: Range<Int>, _ indexer: RecordIndexer
  ) throws(JSONError) -> JSONError? {
    outer.removeAll()
    try unsafe outer.append(range, of: line)
    stage = .outer
    return try faultOfNoObject(indexer)
  }

  /// The fault of the text, which is not an object: that of JSON, if it has one.
  private func faultOfNoObject(_ indexer: RecordIndexer) throws(JSONError) -> JSONError? {
    if let fault = try unsafe indexer.openAlone(text) ?? indexer.faultInFull() { return fault }
    let first = unsafe text.firstIndex { !$0.isJSONSpace } ?? 0
    return JSONError(.typeMismatch, at: first, expected: .object)
  }

  /// Appends what ``LogfmtPairs`` finds as fields. Returns what is wrong with them, in the line.
  private func appendPairs(from start: Int) throws(JSONError) -> JSONError? {
    var pairs = unsafe LogfmtPairs(line, from: start)
    var isFirst = form.prefix == nil && head == nil
    let hasTypes = form.content == .logfmt
    while let pair = pairs.next() {
      if !isFirst { try outer.append(",", at: pair.key.lowerBound) }
      isFirst = false
      try unsafe outer.append(string: pair.key, of: line)
      try outer.append(":", at: pair.key.upperBound)
      switch pair.value {
      case .none: try outer.append("true", at: pair.key.lowerBound)
      case .quoted(let text):
        try unsafe outer.append(string: text, of: line, keepsEscapes: true)
      case .plain(let text):
        if hasTypes, unsafe LogfmtPairs.isTyped(UnsafeBufferPointer(rebasing: line[text])) {
          try unsafe outer.append(text, of: line)
        } else {
          try unsafe outer.append(string: text, of: line)
        }
      }
    }
    return pairs.fault
  }

  // MARK: The record inside

  /// Makes the object inside a string, with the one around it.
  private func makeInner(
    at field: LineField, _ indexer: RecordIndexer
  ) throws(JSONError) -> JSONError? {
    // Checked in full, because it becomes a part of the record.
    if let fault = try unsafe indexer.openAlone(text) ?? indexer.faultInFull() { return fault }
    let position: JSONPosition
    do throws(JSONError) {
      position = try unsafe JSONCursor(unchecked: JSONPosition(rootOf: indexer.index))
        .at(field.pointer).position
    } catch {
      return error
    }
    guard position.byte == Byte.quote else {
      return JSONError(.typeMismatch, at: position.offset, expected: .string)
    }
    let string = RawString(position)
    stringStart = position.offset + 1
    guard try decoded.decode(string) else {
      return JSONError(.invalidEscape, at: position.offset)
    }
    let around = unsafe textAround
    let meaning = unsafe decoded.bytes.unsafeBytes
    // Writers end the text with a newline, which is no part of the record.
    let end = unsafe meaning.lastIndex { !$0.isJSONSpace }.map { $0 + 1 } ?? 0
    guard let first = unsafe meaning.firstIndex(where: { !$0.isJSONSpace }),
      unsafe meaning[first] == Byte.openBrace
    else {
      stage = .decoded
      return try faultOfNoObject(indexer)
    }
    inner.removeAll()
    try inner.append("{\"outer\":", at: 0)
    try unsafe inner.append(0..<around.count, of: around, at: 0)
    let next = unsafe meaning[(first + 1)...].first { !$0.isJSONSpace }
    if next != Byte.closeBrace { try inner.append(",", at: 0) }
    innerStart = inner.bytes.count
    innerFirst = first + 1
    try unsafe inner.append((first + 1)..<end, of: meaning, at: 0)
    stage = .inner
    return nil
  }

  // MARK: Unfinished lines

  /// Whether a last line without a newline is certainly whole: it ends with a closed, valid object.
  func isWhole(_ line: UnsafeBufferPointer<UInt8>, depthLimit: Int) -> Bool {
    guard form.content == .json else { return false }
    var start = 0
    if let prefix = form.prefix {
      var match = unsafe LineMatch(line)
      guard match.match(prefix) else { return false }
      start = match.end
    }
    let text = unsafe UnsafeBufferPointer(rebasing: line[start...])
    guard unsafe text.first(where: { !$0.isJSONSpace }) == Byte.openBrace else { return false }
    return unsafe FaultScan.firstFault(in: text, depthLimit: depthLimit) == nil
  }
}
