extension RawString {
  /// Refuses invalid escapes and says where they are: a document under `.accessed` may have some. `offset` is that of
  /// the opening quote.
  package func checkEscapes(at offset: Int) throws(JSONError) {
    guard hasEscapes else { return }
    var i = unsafe Escapes.firstBackslash(in: base, from: 0, to: count)
    while i < count {
      guard let end = unsafe Escapes.end(ofEscapeAt: i, in: base, before: count) else {
        throw JSONError(.invalidEscape, at: offset + 1 + i)
      }
      i = unsafe Escapes.firstBackslash(in: base, from: end, to: count)
    }
  }
}
