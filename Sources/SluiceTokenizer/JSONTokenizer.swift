public import Sluice
public import SluiceFeed

/// Reads a stream of JSON token by token, in chunks of any size: a document need not fit in memory,
/// or be available as a whole.
///
/// ```swift
/// var tokenizer = try JSONTokenizer(.file(path))
/// while let kind = try tokenizer.next() {
///   if kind == .number { sum += try tokenizer.token.double }
/// }
/// ```
///
/// Or push style, where the bytes arrive in chunks:
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
/// Stage 1 indexes the bytes in windows. The tokens, their pieces, and the code and location of errors
/// do not depend on where chunks were cut. Memory: a window and its index, the fed bytes that were not
/// yet requested, and one byte for each open container. Offsets are 64-bit and count from the stream's
/// first byte.
///
/// A tokenizer is not Sendable: one thread uses it at a time.
///
/// Sound because `stream` owns the memory of `walk`, and both are private to one tokenizer.
@safe
public struct JSONTokenizer: ~Copyable {
  /// Reads up to `room.count` bytes and returns the number; 0 at the end.
  public typealias Reader = (_ room: UnsafeMutableRawBufferPointer) throws(JSONError) -> Int

  @usableFromInline let stream: TokenStream
  /// Owned by the stream for its whole life.
  @usableFromInline let walk: UnsafeMutablePointer<TokenWalk>

  /// Creates a tokenizer to feed. Offsets count from `offset`, which is that of the first byte. Throws
  /// `out-of-memory`.
  public init(
    options: TokenizerOptions = TokenizerOptions(), offset: Int64 = 0
  ) throws(JSONError) {
    stream = try unsafe TokenStream(options, offset: offset, nil)
    unsafe walk = unsafe stream.memory
  }

  /// Creates a tokenizer that reads bytes as needed, at most a window at a time. Throws
  /// `out-of-memory`.
  public init(
    options: TokenizerOptions = TokenizerOptions(), reading reader: @escaping Reader
  ) throws(JSONError) {
    stream = try unsafe TokenStream(options, offset: 0, reader)
    unsafe walk = unsafe stream.memory
  }

  /// Creates a tokenizer that reads a source; several files form one stream. Throws `io`,
  /// `out-of-memory`.
  public init(
    _ source: FeedSource, options: TokenizerOptions = TokenizerOptions()
  ) throws(JSONError) {
    let text = try SourceText(source, options.decompression)
    unsafe try self.init(options: options) { (room) throws(JSONError) in
      try unsafe text.read(into: room)
    }
  }

  /// The next token's kind; ``token`` has the rest. Nil: all tokens of the fed bytes were returned
  /// (``needsBytes``), or the stream ends here, because it reads a source or is finished.
  ///
  /// Cost: a few nanoseconds, plus the index once per window. Throws the stream's first fault in
  /// the order of its text, with its absolute offset, and again on each later call. Throws the
  /// errors of the reader, and `out-of-memory`.
  @inlinable @inline(__always)
  public mutating func next() throws(JSONError) -> JSONToken.Kind? {
    if unsafe walk.pointee.here < walk.pointee.fastStop,
      let kind = unsafe walk.pointee.nextQuickly()
    {
      return kind
    }
    return try stream.nextSlowly()
  }

  /// The current token: the last one from ``next()``. It is empty before the first, after a call without
  /// a token, and after more was fed.
  @inlinable
  public var token: JSONToken {
    @_lifetime(borrow self)
    @inline(__always) get {
      let token = unsafe JSONToken(unchecked: walk)
      return unsafe _overrideLifetime(token, borrowing: self)
    }
  }

  /// Whether the last call had no answer because more must be fed: ``next()``, `withValue` and
  /// `withContainer` return nil then, and `skipValue` false. Nothing was taken; feed, and call again.
  public var needsBytes: Bool { stream.needsBytes && !stream.hasEnded }

  /// The offset after the returned tokens, where the next token is looked for.
  public var offset: Int64 {
    let here = unsafe walk.pointee.here
    return unsafe walk.pointee.windowOffset
      &+ Int64(here < walk.pointee.stop ? Int(here.pointee) : stream.rest)
  }

  /// How many containers are open.
  public var depth: Int { unsafe walk.pointee.levels.depth }
}

/// Push style.
extension JSONTokenizer {
  /// Takes a copy of a chunk of the stream. Read all available tokens before the next chunk;
  /// otherwise the held bytes grow and are indexed again. Ends the current token. Has no effect on
  /// a tokenizer that reads, or is finished. Without memory for the chunk, the next read throws
  /// `out-of-memory`.
  public mutating func feed(_ chunk: UnsafeRawBufferPointer) { unsafe stream.feed(chunk) }

  /// Takes a chunk of the stream. See ``feed(_:)-(UnsafeRawBufferPointer)``.
  public mutating func feed(_ chunk: some Sequence<UInt8>) {
    let stream = stream
    let done: Void? = chunk.withContiguousStorageIfAvailable {
      unsafe stream.feed(UnsafeRawBufferPointer($0))
    }
    guard done == nil else { return }
    unsafe Array(chunk).withUnsafeBytes { unsafe stream.feed($0) }
  }

  /// Ends the stream. Tokens that were waiting for their end come now.
  public mutating func finish() { stream.finish() }

  /// Drops the stream and keeps the memory, for another stream to feed. O(1).
  public mutating func reset(offset: Int64 = 0) { stream.reset(offset: offset) }
}
