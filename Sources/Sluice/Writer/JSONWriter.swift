/// Writes JSON with one call for each token: to memory, to a file descriptor or to a closure.
///
/// ```swift
/// var writer = JSONWriter()
/// try writer.beginObject()
/// try writer.key("id")
/// try writer.value(7)
/// try writer.key("tags")
/// try writer.beginArray()
/// try writer.value("a")
/// try writer.endArray()
/// try writer.endObject()
/// let bytes = try writer.takeBytes()  // {"id":7,"tags":["a"]}
/// ```
///
/// The output is always JSON. Calls that do not make up JSON — a value without a key, an end without its beginning, a
/// second root — throw `invalid-write`, write nothing, and leave the writer unchanged. So do NaN and infinity
/// (`not-finite`), and a whole value that holds something which can't be written; the caller can then write something
/// else instead.
///
/// Memory: one reused buffer. For a file descriptor or a closure it is emptied every 64 KiB; call ``finish()`` at the
/// end. If that fails (`io`), each later call fails the same way.
public struct JSONWriter: ~Copyable {
  /// How values are laid out.
  public enum Layout: Sendable, Hashable {
    /// No white space.
    case compact
    /// One line for each field and element, each level indented by this many spaces. Empty objects and arrays stay `{}`
    /// and `[]`.
    case pretty(indent: Int)
    /// Any number of values, each compact on a line of its own (NDJSON).
    case lines
  }

  /// How JSON is written.
  public struct Options: Sendable, Hashable {
    public var layout: Layout
    /// Whether `/` is written as `\/`, for JSON inside HTML.
    public var escapesSlashes: Bool
    /// Whether the fields of each object are sorted by the UTF-8 of their keys, as `JSONEncoder` sorts them. Fields of
    /// the same key keep their order. An object stays in memory until it ends, whatever the destination.
    public var sortsKeys: Bool
    /// Whether the text is in the canonical form of RFC 8785. See ``canonical``.
    public private(set) var isCanonical = false

    public init(
      layout: Layout = .compact, escapesSlashes: Bool = false, sortsKeys: Bool = false
    ) {
      self.layout = layout
      self.escapesSlashes = escapesSlashes
      self.sortsKeys = sortsKeys
    }

    /// No white space.
    public static let compact = Options()
    /// Indented by two spaces.
    public static let pretty = Options(layout: .pretty(indent: 2))
    /// One value per line.
    public static let lines = Options(layout: .lines)
    /// The canonical form of RFC 8785, whose bytes are the same for equal values, so that they can be hashed and signed.
    ///
    /// Keys sorted by their UTF-16 code units, no white space, as few escapes as possible, numbers as ECMAScript writes
    /// doubles. Throws `invalid-value` for an integer that no double holds exactly, unless it is written as that form
    /// writes its nearest double, and `duplicate-key` when an object ends that has a key twice.
    public static let canonical = {
      var options = Options(sortsKeys: true)
      options.isCanonical = true
      return options
    }()
  }

  public let options: Options
  var out = OutputBuffer()
  /// What may come next.
  var place = WriterPosition.root
  var levels = OpenLevels()
  /// Whether fields are sorted when their object ends, and in the canonical form.
  let sorts: Bool
  let isCanonical: Bool
  /// The fields of open objects, if they are sorted.
  var written = WrittenFields()
  /// Spaces for each level; negative: compact.
  let indent: Int
  /// Whether keys are written where they come, with no white space and no escapes that an option asks for.
  let isPlain: Bool
  /// Receives the buffer once it holds `flushCount` bytes.
  let destination: Destination
  let flushCount: Int
  /// Bytes that have left the buffer.
  var flushed = 0
  var failure: JSONError?

  /// A writer to memory: ``takeBytes()`` gives the result.
  public init(options: Options = .compact) {
    self.init(options: options, destination: .memory)
  }

  /// A writer to an open file, pipe or socket, which stays open.
  public init(fileDescriptor: Int32, options: Options = .compact) {
    self.init(options: options, destination: .file(fileDescriptor))
  }

  /// A writer that passes its bytes to `sink` in chunks of about 64 KiB. The bytes are only borrowed. Errors of `sink`
  /// are thrown by the writer's calls: a ``JSONError`` unchanged, any other error described in one with code `io`.
  public init(
    options: Options = .compact, sink: @escaping (UnsafeRawBufferPointer) throws -> Void
  ) {
    unsafe self.init(options: options, destination: .sink(sink))
  }

  private init(options: Options, destination: Destination) {
    self.options = options
    self.destination = destination
    isCanonical = options.isCanonical
    sorts = options.sortsKeys || options.isCanonical
    indent =
      if options.isCanonical { -1 } else if case .pretty(let indent) = options.layout {
        min(max(indent, 0), 64)
      } else { -1 }
    isPlain = indent < 0 && !sorts && !options.escapesSlashes
    flushCount = if case .memory = destination { .max } else { 64 << 10 }
  }

  /// How many bytes have been written so far.
  public var byteCount: Int { flushed + out.count }

  /// How many objects and arrays are open.
  public var depth: Int { levels.count }
}
