import SluiceSystem

extension JSONError {
  /// This error with line, column, path and excerpt, looked up in the text that its offset refers to.
  ///
  /// Reads the text once, up to the error: O(offset). `withDocument` and the feeds call it for every error that leaves
  /// a document; call it yourself for an error that you keep inside.
  public func located(in text: UnsafeBufferPointer<UInt8>) -> JSONError {
    guard location == nil, offset >= 0, offset <= text.count, code != .io, code != .outOfMemory,
      code != .closedDocument
    else { return self }
    var located = self
    var detail = self.detail ?? Detail(name: nil, reason: nil, location: nil)
    detail.location = unsafe Location(of: offset, in: text)
    located.detail = detail
    return located
  }
}

extension JSONError {
  /// An error on its way out of the document `input`: located, and its offset counted from the input's first byte
  /// (inside, offsets count from after a byte order mark).
  @usableFromInline
  package func leaving(_ input: UnsafeBufferPointer<UInt8>) -> JSONError {
    let text = unsafe input.behindByteOrderMark
    var error = unsafe located(in: text)
    error.offset += input.count - text.count
    return error
  }
}

extension JSONError {
  /// An error on its way out of a record of a feed: located in the record, and its offset counted from the record's
  /// first byte. Inside, offsets count from the start of the window, in which the record begins at `start`.
  package func leaving(record: UnsafeBufferPointer<UInt8>, at start: Int) -> JSONError {
    unsafe isAbout(record, at: start) ? counted(from: start, in: record).located(in: record) : self
  }

  /// The error with its offset counted from the record's first byte, not located yet.
  package func counted(from start: Int, in record: UnsafeBufferPointer<UInt8>) -> JSONError {
    guard unsafe isAbout(record, at: start) else { return self }
    var error = self
    error.offset -= start
    return error
  }

  /// A located error has left a document before; an error from outside the record is not about its text.
  private func isAbout(_ record: UnsafeBufferPointer<UInt8>, at start: Int) -> Bool {
    location == nil && offset >= start && offset - start <= record.count
  }
}

extension JSONError {
  /// An error on its way out of a text that was made of a line: with its path in the text, and its offset, column
  /// and excerpt in the line.
  ///
  /// `place`: the place in the line of a place in the text.
  package func leaving(
    _ text: UnsafeBufferPointer<UInt8>, madeOf line: UnsafeBufferPointer<UInt8>,
    at place: (Int) -> Int
  ) -> JSONError {
    var error = unsafe located(in: text)
    guard self.location == nil, let found = error.location else { return error }
    let offset = min(max(place(offset), 0), line.count)
    let shown = unsafe Location(of: offset, in: line)
    error.detail?.location = Location(
      line: shown.line, column: shown.column, path: found.path, excerpt: shown.excerpt,
      mark: shown.mark, found: found.found)
    error.offset = offset
    return error
  }
}

extension JSONError {
  /// An error on its way out of a text that was made of a caller's: with offset and column in that one.
  ///
  /// `added`: the number of bytes before the text that the caller's has not, such as a brace, and of those after it.
  /// `skipped`: the number of bytes before the text that only the caller's has: a byte order mark.
  package func leaving(
    _ text: UnsafeBufferPointer<UInt8>, added: Int, skipped: Int
  ) -> JSONError {
    guard location == nil else { return self }
    var error = unsafe located(in: text)
    if added > 0, text.count >= 2 * added {
      let given = unsafe UnsafeBufferPointer(rebasing: text[added..<(text.count - added)])
      error = unsafe leaving(text, madeOf: given) { $0 - added }
    }
    error.offset += skipped
    return error
  }

  /// The same inside of an error whose text says all of it.
  package var told: JSONError {
    var detail = self.detail ?? Detail()
    detail.isTold = true
    var error = self
    error.detail = detail
    return error
  }
}

extension JSONError {
  /// An error on its way out of a stream, of which `window` is in memory and begins at `start`. Its offset counts from
  /// the stream's first byte, and it says what was found there. The line is unknown, because nothing before the window
  /// is kept.
  package func leaving(stream window: UnsafeBufferPointer<UInt8>, at start: Int64) -> JSONError {
    guard location == nil, offset >= 0, offset <= window.count, code != .io, code != .outOfMemory
    else { return self }
    var error = self
    if offset < window.count {
      var detail = self.detail ?? Detail(name: nil, reason: nil, location: nil)
      detail.found = unsafe TokenDescription.describe(window, at: offset)
      error.detail = detail
    }
    error.offset = Int(truncatingIfNeeded: start &+ Int64(offset))
    return error
  }
}

extension JSONError.Location {
  init(of offset: Int, in text: UnsafeBufferPointer<UInt8>) {
    // The line: count LFs; a CR before an LF belongs to it.
    var line = 1
    var start = 0
    for i in 0..<offset where unsafe text[i] == 0x0A {
      line += 1
      start = i + 1
    }
    var end = offset
    while end < text.count, unsafe text[end] != 0x0A, unsafe text[end] != 0x0D, end - offset < 200 {
      end += 1
    }

    // A line may be a document of gigabytes. Its scalars are counted in place (all bytes but continuation bytes), and
    // only its end is made a string.
    var scalars = 0
    for i in start..<offset where unsafe text[i] & 0xC0 != 0x80 { scalars += 1 }
    var near = max(start, offset - 400)
    while near < offset, near > start, unsafe text[near] & 0xC0 == 0x80 { near += 1 }
    let before = unsafe String(decoding: text[near..<offset], as: UTF8.self)
    let after = unsafe String(decoding: text[offset..<max(end, offset)], as: UTF8.self)
    self.line = line
    column = scalars + 1
    let shownBefore = PrintableText.excerpt(before).suffix(30)
    excerpt = String(shownBefore + PrintableText.excerpt(after).prefix(30))
    mark = shownBefore.count
    path = unsafe TextPath.path(to: offset, in: text)
    found = unsafe PrintableText.line(TokenDescription.describe(text, at: offset))
  }
}
