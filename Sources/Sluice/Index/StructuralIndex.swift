import CSimdJSON

/// Where one document is in memory, and where its tokens start: every position points at this.
///
/// ```
/// bytes    { " i d " : 1 2 , " t a g s " : [ ] } ·  ·  ·      (· = padding, readable)
/// offset   0 1       5 6   8 9           15    18
/// tokens   0 1       5 6   8 9           15 16 17 18 | 19      tokens[count] = length
/// token    0 1       2 3   4 5           6  7  8  9
/// ```
///
/// Stage 1 writes one token per bracket, colon, comma, string (its opening quote) and other scalar (its first byte).
/// Nothing here changes while the document is open, so cursors can be copied and used in any order: positions only read
/// it. What reading a document changes is in the `DecodingContext` beside it.
///
/// Sound because: `bytes` is readable for `length + padding` bytes; `tokens` for `end + 2` entries,
/// ascending, each an offset inside the readable bytes; a position's token is always below `end`;
/// and every step forward compares with `end` before it looks.
@usableFromInline
@safe
package struct StructuralIndex {
  /// The window. Offsets count from here.
  @usableFromInline package var bytes: UnsafePointer<UInt8>
  /// simdjson's `structural_indexes`.
  @usableFromInline package var tokens: UnsafePointer<UInt32>
  /// The kind of each token, if stage 1 provides it: the token's first byte, or 0 for numbers and literals. The 64
  /// bytes after the last are readable.
  @usableFromInline package var kinds: UnsafePointer<UInt8>?
  /// For each 64 bytes of the window, whether there is a backslash: together with the kinds.
  @usableFromInline package var escapes: UnsafePointer<UInt8>?
  /// The document's first token: 0, or a record's first token in a window of many.
  @usableFromInline package var first: UInt32
  /// One past the document's last token.
  @usableFromInline package var end: UInt32
  /// The offset at which the document's text begins: 0, or a record's first byte in a window.
  @usableFromInline package var start: UInt32
  /// The offset at which the document ends.
  @usableFromInline package var length: UInt32
  /// Counts the documents opened here, so that a stale position can be recognised.
  @usableFromInline package var generation: UInt32

  init() {
    unsafe bytes = unsafe StructuralIndex.nothing.bytes
    unsafe tokens = unsafe StructuralIndex.nothing.tokens
    unsafe kinds = nil
    unsafe escapes = nil
    first = 0
    end = 0
    start = 0
    length = 0
    generation = 0
  }

  /// Readable memory to point at while no document is open, so that pointers never dangle.
  private static let nothing = Nothing()

  /// Sound because the memory is never freed and never written again.
  @safe
  private struct Nothing: @unchecked Sendable {
    let bytes: UnsafePointer<UInt8>
    let tokens: UnsafePointer<UInt32>
    init() {
      let padding = UnsafeMutablePointer<UInt8>.allocate(capacity: PaddedBytes.padding)
      unsafe padding.initialize(repeating: 0x20, count: PaddedBytes.padding)
      unsafe bytes = unsafe UnsafePointer(padding)
      let sentinels = UnsafeMutablePointer<UInt32>.allocate(capacity: 4)
      unsafe sentinels.initialize(repeating: 0, count: 4)
      unsafe tokens = unsafe UnsafePointer(sentinels)
    }
  }
}

/// Opening and closing documents: only the owner of the storage has a mutable pointer.
extension UnsafeMutablePointer<StructuralIndex> {
  /// Points the index at a document: the tokens `first..<end` of a window, and its text, which begins at `start` and
  /// ends at `length`.
  @inlinable
  package func open(first: UInt32, end: UInt32, start: UInt32 = 0, length: UInt32) {
    unsafe pointee.start = start
    unsafe pointee.first = first
    unsafe pointee.end = end
    unsafe pointee.length = length
    unsafe pointee.generation &+= 1
    unsafe UnsafePointer(self).context.begin(tokens: end &- first)
  }

  /// Invalidates every position in the document that was open: `isOpen` is now false for them.
  @inlinable
  package func close() {
    unsafe pointee.first = 0
    unsafe pointee.end = 0
    unsafe pointee.generation &+= 1
  }
}
