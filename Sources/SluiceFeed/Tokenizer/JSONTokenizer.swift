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
/// not yet asked for, and one byte for each open container. Offsets are 64-bit and count from the
/// stream's first byte.
///
/// A tokenizer is not Sendable: one thread uses it at a time.
public struct JSONTokenizer: ~Copyable {
  /// Reads up to `room.count` bytes and says how many; 0 at the end.
  public typealias Reader = (_ room: UnsafeMutableRawBufferPointer) throws(JSONError) -> Int

  @usableFromInline let stream: TokenStream
  /// Of the stream, which keeps it as long as it lives.
  @usableFromInline let walk: UnsafeMutablePointer<TokenWalk>

  /// A tokenizer that is fed. Offsets count from `offset`, where the first byte is said to lie. Throws
  /// `out-of-memory`.
  public init(
    options: TokenizerOptions = TokenizerOptions(), offset: Int64 = 0
  ) throws(JSONError) {
    stream = try TokenStream(options, offset: offset, nil)
    walk = stream.memory
  }

  /// A tokenizer that reads as it needs bytes, a window at the most. Throws `out-of-memory`.
  public init(
    options: TokenizerOptions = TokenizerOptions(), reading reader: @escaping Reader
  ) throws(JSONError) {
    stream = try TokenStream(options, offset: 0, reader)
    walk = stream.memory
  }

  /// A tokenizer that reads a source, of several files one behind the other as one stream. Throws
  /// `io`, `out-of-memory`.
  public init(
    _ source: FeedSource, options: TokenizerOptions = TokenizerOptions()
  ) throws(JSONError) {
    let parts = try SourceParts(source, from: .start, stops: [])
    var part = try parts.next()
    try self.init(options: options) { (room) throws(JSONError) in
      while let bytes = part {
        let count = try bytes.read(into: room)
        if count > 0 { return count }
        part = try parts.next()
      }
      return 0
    }
  }

  /// The next token's kind; ``token`` has the rest. Nil: all tokens of what was fed are handed out
  /// (``needsBytes``), or, of a source or when it is finished, the stream ends here.
  ///
  /// Cost: some nanoseconds, and once in a window the index. Throws the stream's first fault in the
  /// order of its text, with its absolute offset, and from then on again; what the reader throws;
  /// `out-of-memory`.
  @inlinable @inline(__always)
  public mutating func next() throws(JSONError) -> JSONToken.Kind? {
    if walk.pointee.here < walk.pointee.fastStop, let kind = walk.pointee.nextQuickly() {
      return kind
    }
    return try stream.nextCarefully()
  }

  /// The token at hand: what ``next()`` said last. Before the first, behind the last, and once
  /// something was fed it is an empty one.
  @inlinable
  public var token: JSONToken {
    @_lifetime(borrow self)
    @inline(__always) get {
      let token = JSONToken(unchecked: walk)
      return unsafe _overrideLifetime(token, borrowing: self)
    }
  }

  /// Whether the last call came back because more must be fed: ``next()`` with nil, or `withValue`.
  public var needsBytes: Bool { stream.needsBytes }

  /// The offset behind what was handed out: where the next token is looked for.
  public var offset: Int64 {
    let here = walk.pointee.here
    return walk.pointee.windowOffset
      &+ Int64(here < walk.pointee.stop ? Int(here.pointee) : stream.rest)
  }

  /// How many containers are open.
  public var depth: Int { walk.pointee.levels.depth }
}

/// Push style.
extension JSONTokenizer {
  /// Takes a chunk of the stream: copies it. Ask for tokens until there are none before the next
  /// one, as what is held grows otherwise, and is indexed anew. The token at hand is over. Without
  /// effect on a tokenizer that reads, or is finished.
  public mutating func feed(_ chunk: UnsafeRawBufferPointer) { stream.feed(chunk) }

  /// Takes a chunk of the stream. See ``feed(_:)-(UnsafeRawBufferPointer)``.
  public mutating func feed(_ chunk: some Sequence<UInt8>) {
    let stream = stream
    let done: Void? = chunk.withContiguousStorageIfAvailable {
      stream.feed(UnsafeRawBufferPointer($0))
    }
    guard done == nil else { return }
    Array(chunk).withUnsafeBytes { stream.feed($0) }
  }

  /// Says that the stream ends here. Tokens that wait for their end come now.
  public mutating func finish() { stream.finish() }

  /// Forgets the stream and keeps the memory: for another one that is fed. O(1).
  public mutating func reset(offset: Int64 = 0) { stream.reset(offset: offset) }
}
