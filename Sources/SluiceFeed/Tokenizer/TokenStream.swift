import Sluice

/// All of a tokenizer that is not looked at for each token: the bytes, their source, windows, errors.
///
/// Its methods are called once in a window, and for what is not as it mostly is.
@usableFromInline
final class TokenStream {
  /// The walk through the window, where the tokenizer finds it too.
  let memory: UnsafeMutablePointer<TokenWalk>
  let storage: IndexStorage
  let options: TokenizerOptions
  var buffer: TokenBuffer
  var reader: JSONTokenizer.Reader?
  var hasEnded = false
  /// Whether nothing more can be handed out before more is fed.
  var needsBytes = false
  /// The first error: thrown again from then on.
  var failure: JSONError?

  // The window.

  /// How many bytes were looked at for it: behind what is indexed there may be a character that is
  /// cut.
  var lookedAt = 0
  /// Where the first token begins that the window cuts, or else the window's end.
  var rest = 0
  /// How many bytes from the front were looked at for the end of the token that begins there.
  var searched = 0
  /// Whether the last byte that is dropped next becomes the quote of a string that goes on.
  var continuesString = false
  /// The fault that lies behind the window's last complete token.
  var pendingFault: JSONError?

  /// The value longer than a window that is being handed out.
  var long: LongValue?
  /// How far a value is gathered that does not fit a window.
  var gathering: Gathering?
  /// The first bytes of the stream, where another encoding shows; nil: not yet there.
  var head: [UInt8]?
  /// The offset of the first document: behind the byte order mark.
  var firstOffset: Int64

  init(
    _ options: TokenizerOptions, offset: Int64, _ reader: JSONTokenizer.Reader?
  ) throws(JSONError) {
    storage = try IndexStorage()
    self.options = options
    self.reader = reader
    storage.index.pointee.setDuplicateKeys(options.duplicateKeys)
    buffer = TokenBuffer(offset: offset)
    firstOffset = offset
    let levels = try NestingLevels(limit: options.depthLimit)
    memory = .allocate(capacity: 1)
    memory.initialize(to: TokenWalk(over: storage.index, levels, offset: offset))
  }

  deinit {
    walk.levels.release()
    memory.deallocate()
  }

  var walk: TokenWalk {
    @inline(__always) get { memory.pointee }
    @inline(__always) _modify { yield &memory.pointee }
  }

  var index: UnsafeMutablePointer<StructuralIndex> { storage.index }

  func reset(offset: Int64) {
    buffer.restart(at: offset)
    index.close()
    walk.levels.removeAll()
    walk.forget()
    (walk.here, walk.fastStop) = (walk.stop, walk.stop)
    walk.place = .root
    (walk.windowOffset, walk.windowEnd, firstOffset) = (offset, 0, offset)
    (lookedAt, rest, searched) = (0, 0, 0)
    (continuesString, hasEnded, needsBytes) = (false, false, false)
    (pendingFault, failure, long, gathering, head) = (nil, nil, nil, nil, nil)
    reader = nil
  }

  func feed(_ chunk: UnsafeRawBufferPointer) {
    guard reader == nil, !hasEnded, !chunk.isEmpty else { return }
    drop()
    buffer.reserve(options.windowSize)
    buffer.append(chunk)
  }

  func finish() {
    if !hasEnded { drop() }
    hasEnded = true
  }
}
