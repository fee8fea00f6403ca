import Sluice

/// The parts of a tokenizer that are not used for each token: the bytes, their source, windows,
/// errors.
///
/// Its methods are called once per window, and for unusual input.
///
/// Sound because it owns the walk's memory and frees it last.
@usableFromInline
@safe
final class TokenStream {
  /// The walk through the window, at the address that the tokenizer uses too.
  let memory: UnsafeMutablePointer<TokenWalk>
  let storage: IndexStorage
  let options: TokenizerOptions
  var buffer: TokenBuffer
  var reader: JSONTokenizer.Reader?
  var hasEnded = false
  /// Whether the last request had no answer because more must be fed. Otherwise no request waits.
  var needsBytes = false
  /// The first error: thrown again from then on.
  var failure: JSONError?

  // The window.

  /// The number of bytes examined for the window: the indexed bytes may be followed by a cut
  /// character.
  var lookedAt = 0
  /// The start of the first token that the window cuts, or else the window's end.
  var rest = 0
  /// The number of bytes from the front that were searched for the end of the token that begins
  /// there.
  var searched = 0
  /// Whether the last byte of the next drop becomes the quote of a continuing string.
  var continuesString = false
  /// The fault after the window's last complete token.
  var pendingFault: JSONError?

  /// The value longer than a window that is being returned in pieces.
  var long: LongValue?
  /// How far a value that does not fit a window is gathered.
  var gathering: Gathering?
  /// The skip that waits for bytes.
  var skip: TokenSkip?
  /// The offset of the last token, if it is an opening bracket and no longer the current token. Use
  /// `lastOpened`.
  var opened: Int64?
  /// Whether `withContainer` waits for bytes.
  var lendsContainer = false
  /// The first bytes of the stream, which show another encoding; nil: not available yet.
  var head: [UInt8]?
  /// The offset of the first document: after the byte order mark.
  var firstOffset: Int64

  init(
    _ options: TokenizerOptions, offset: Int64, _ reader: JSONTokenizer.Reader?
  ) throws(JSONError) {
    storage = try IndexStorage()
    self.options = options
    unsafe self.reader = unsafe reader
    unsafe storage.context.pointee.setDuplicateKeys(options.duplicateKeys)
    buffer = TokenBuffer(offset: offset)
    firstOffset = offset
    let levels = try NestingLevels(limit: options.depthLimit)
    unsafe memory = .allocate(capacity: 1)
    unsafe memory.initialize(to: TokenWalk(over: storage.index, levels, offset: offset))
  }

  deinit {
    walk.levels.release()
    unsafe memory.deallocate()
  }

  var walk: TokenWalk {
    @inline(__always) get { unsafe memory.pointee }
    @inline(__always) _modify { yield unsafe &memory.pointee }
  }

  var index: UnsafeMutablePointer<StructuralIndex> { unsafe storage.index }

  func reset(offset: Int64) {
    buffer.restart(at: offset)
    unsafe index.close()
    walk.levels.removeAll()
    walk.forget()
    unsafe (walk.here, walk.fastStop) = unsafe (walk.stop, walk.stop)
    walk.place = .root
    (walk.windowOffset, walk.windowEnd, firstOffset) = (offset, 0, offset)
    (lookedAt, rest, searched) = (0, 0, 0)
    (continuesString, hasEnded, needsBytes) = (false, false, false)
    (pendingFault, failure, long, gathering, head) = (nil, nil, nil, nil, nil)
    (skip, opened, lendsContainer) = (nil, nil, false)
    unsafe reader = nil
  }

  func feed(_ chunk: UnsafeRawBufferPointer) {
    guard unsafe reader == nil, !hasEnded, unsafe !chunk.isEmpty else { return }
    drop()
    do throws(JSONError) {
      try unsafe buffer.append(chunk, reserving: options.windowSize)
    } catch {
      failure = error
    }
  }

  func finish() {
    if !hasEnded { drop() }
    hasEnded = true
  }
}
