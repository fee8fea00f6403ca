public import Sluice

/// Reads a stream of JSON token by token, in chunks of any size: a document need not fit in memory,
/// nor be there as a whole.
///
/// ```swift
/// var tokenizer = try JSONTokenizer(.file(path))
/// while let kind = try tokenizer.next() {
///   if kind == .number { sum += try tokenizer.token.double }
/// }
/// ```
///
/// Or push style, where bytes come as they come:
///
/// ```swift
/// var tokenizer = try JSONTokenizer()
/// for chunk in chunks {
///   tokenizer.feed(chunk)
///   while let kind = try tokenizer.next() { kinds.append(kind) }
/// }
/// tokenizer.finish()
/// while let kind = try tokenizer.next() { kinds.append(kind) }
/// ```
///
/// The bytes are indexed in windows by stage 1; the tokens, their pieces, the code and the place of an
/// error do not depend on where chunks were cut. Memory: a window and its index, what was fed and
/// not yet asked for, and one bit for each open container. Offsets are 64-bit and count from the
/// stream's first byte.
///
/// A tokenizer is not Sendable: one thread uses it at a time.
public struct JSONTokenizer: ~Copyable {
  /// Reads up to `room.count` bytes and says how many; 0 at the end.
  public typealias Reader = (_ room: UnsafeMutableRawBufferPointer) throws(JSONError) -> Int

  /// What may come next. At depth 0 before a document (`root`) and behind one (`end`).
  @usableFromInline
  enum Place: UInt8 { case behind, value, firstValue, firstKey, key, colon, root, end }

  // What the fast path looks at.

  /// The window: what was indexed last.
  @usableFromInline var bytes: UnsafePointer<UInt8>
  /// The offset of the window in the stream.
  @usableFromInline var windowOffset: Int64
  /// The next entry of the index.
  @usableFromInline var here: UnsafePointer<UInt32>
  /// Before it, an entry and the two behind it are complete tokens.
  @usableFromInline var fastStop: UnsafePointer<UInt32>
  @usableFromInline var place = Place.root
  /// The byte that closes the innermost container.
  @usableFromInline var closing: UInt8 = 0
  @usableFromInline var levels: NestingLevels
  /// The first backslash that is not checked, or one before the place at hand; `UInt32.max`: none
  /// is to be checked.
  @usableFromInline var backslash = UInt32.max

  // The token at hand: its text in the window.

  @usableFromInline var kind = JSONToken.Kind.null
  @usableFromInline var start: UInt32 = 0
  @usableFromInline var end: UInt32 = 0
  @usableFromInline var entry: UnsafePointer<UInt32>
  @usableFromInline var isFirst = true
  @usableFromInline var isLast = true
  @usableFromInline let index: UnsafeMutablePointer<StructuralIndex>

  // The window.

  /// Behind the last complete token.
  var stop: UnsafePointer<UInt32>
  /// How many bytes are indexed.
  var windowEnd = 0
  /// How many bytes were looked at for that: the rest may be a character that is cut.
  var lookedAt = 0
  /// Where the first token begins that the window cuts, or else the window's end.
  var rest = 0
  /// How many bytes from the front were looked at for the end of the token that begins there.
  var searched = 0
  /// Whether the last byte that is dropped next becomes the quote of a string that goes on.
  var continuesString = false
  /// The fault that lies behind the window's last complete token.
  var pendingFault: JSONError?

  // The stream.

  let storage: IndexStorage
  let options: TokenizerOptions
  var buffer: TokenBuffer
  var reader: Reader?
  var hasEnded = false
  /// The first error: thrown again from then on.
  var failure: JSONError?
  /// The value longer than a window that is being handed out.
  var long: LongValue?
  /// How far a value is gathered that does not fit a window.
  var gathering: Gathering?
  /// Up to four bytes of the stream's beginning, where another encoding shows; nil: not yet there.
  var head: [UInt8]?
  /// The offset of the first document: behind the byte order mark.
  var firstOffset: Int64

  /// Whether the last call came back because more must be fed: ``next()`` with nil, or `withValue`.
  public internal(set) var needsBytes = false

  /// A tokenizer that is fed. Offsets count from `offset`, where the first byte is said to lie. Throws
  /// `out-of-memory`.
  public init(
    options: TokenizerOptions = TokenizerOptions(), offset: Int64 = 0
  ) throws(JSONError) {
    let storage = try IndexStorage()
    self.storage = storage
    self.options = options
    index = storage.index
    index.pointee.duplicateKeys = options.duplicateKeys
    bytes = index.pointee.bytes
    windowOffset = offset
    here = index.pointee.tokens
    fastStop = here
    stop = here
    entry = here
    levels = NestingLevels(limit: options.depthLimit)
    buffer = TokenBuffer(offset: offset)
    firstOffset = offset
  }

  /// A tokenizer that reads as it needs bytes, a window at the most. Throws `out-of-memory`.
  public init(
    options: TokenizerOptions = TokenizerOptions(), reading reader: @escaping Reader
  ) throws(JSONError) {
    try self.init(options: options)
    self.reader = reader
  }

  /// A tokenizer that reads a source. Throws `io`, `out-of-memory`.
  public init(
    _ source: FeedSource, options: TokenizerOptions = TokenizerOptions()
  ) throws(JSONError) {
    let bytes = try ByteSource(source, from: 0)
    try self.init(options: options) { (room) throws(JSONError) in try bytes.read(into: room) }
  }

  /// Forgets the stream and keeps the memory: for another one that is fed. O(1).
  public mutating func reset(offset: Int64 = 0) {
    buffer.restart(at: offset)
    levels.removeAll()
    forget()
    index.close()
    (here, fastStop) = (stop, stop)
    (place, closing, windowOffset, firstOffset) = (.root, 0, offset, offset)
    (windowEnd, lookedAt, rest, searched) = (0, 0, 0, 0)
    (continuesString, hasEnded, needsBytes) = (false, false, false)
    (pendingFault, failure, long, gathering, head) = (nil, nil, nil, nil, nil)
    reader = nil
  }

  /// Takes a chunk of the stream: copies it. Ask for tokens until there are none before the next
  /// one, as what is held grows otherwise, and is indexed anew. The token at hand is over. Without
  /// effect on a tokenizer that reads, or is finished.
  public mutating func feed(_ chunk: UnsafeRawBufferPointer) {
    guard reader == nil, !hasEnded, !chunk.isEmpty else { return }
    drop()
    buffer.reserve(options.windowSize)
    buffer.append(chunk)
  }

  /// Takes a chunk of the stream. See ``feed(_:)-(UnsafeRawBufferPointer)``.
  public mutating func feed(_ chunk: some Sequence<UInt8>) {
    let done: Void? = chunk.withContiguousStorageIfAvailable { feed(UnsafeRawBufferPointer($0)) }
    guard done == nil else { return }
    Array(chunk).withUnsafeBytes { feed($0) }
  }

  /// Says that the stream ends here. Tokens that wait for their end come now.
  public mutating func finish() {
    if !hasEnded { drop() }
    hasEnded = true
  }

  /// The offset behind what was handed out: where the next token is looked for.
  public var offset: Int64 {
    windowOffset &+ Int64(here < stop ? Int(here.pointee) : max(rest, 0))
  }

  /// How many containers are open.
  public var depth: Int { levels.depth }

  /// The token at hand: what ``next()`` said last. Before the first, behind the last, and once
  /// something was fed it is an empty one.
  @inlinable
  public var token: JSONToken {
    @_lifetime(borrow self)
    get {
      let isString = kind == .string || kind == .key
      let isOpening = kind == .beginObject || kind == .beginArray
      let token = JSONToken(
        unchecked: kind,
        RawString(base: bytes + Int(start), count: Int(end &- start)),
        JSONPosition(
          index: index, token: UInt32(truncatingIfNeeded: entry - index.pointee.tokens),
          generation: index.pointee.generation),
        offset: windowOffset &+ Int64(start) &- (isString && isFirst ? 1 : 0),
        depth: levels.depth &- (isOpening ? 1 : 0), isFirst: isFirst, isLast: isLast)
      return unsafe _overrideLifetime(token, borrowing: self)
    }
  }

  /// There is no token at hand.
  mutating func forget() {
    kind = .null
    (start, end, entry) = (0, 0, stop)
    (isFirst, isLast) = (true, true)
  }
}
