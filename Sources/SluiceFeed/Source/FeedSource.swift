/// Where a feed's bytes come from.
///
/// Every source is decompressed from gzip, Zstandard, bzip2, xz or LZ4, and transcoded from UTF-16 or
/// UTF-32, as its first bytes show (<doc:Sources>).
public enum FeedSource: Sendable {
  /// The file at a path. It is read, not mapped: if it is truncated meanwhile, that is an error,
  /// and no signal is raised.
  case file(String)
  /// Several files in order, as one feed. Each has its own name, offsets and lines; record numbers
  /// continue. A record never crosses the end of a file.
  case files([String])
  /// The files that match a pattern of glob(7) when the feed is opened (`logs/*.ndjson.gz`), in the
  /// byte order of their paths: `a10` before `a9`, as in `LC_ALL=C ls`. Folders are skipped.
  /// Finding no file is an error.
  case glob(String)
  /// What a URL stands for: see ``url(_:)``.
  case address(SourceAddress)
  /// Several files and URLs in order, as one feed: ``file(_:)``, ``files(_:)``, ``glob(_:)`` and ``address(_:)``.
  case several([FeedSource])
  /// A log file that is still being written: see ``follow(_:)``.
  case log(String)
  /// The messages of a topic of Kafka, and then each new one: see ``follow(_:)``.
  case topic(SourceAddress)
  /// Standard input: a file, a pipe or a terminal.
  case standardInput
  /// An open file, pipe or socket. It is read from its current position, and not closed. Errors
  /// refer to it as `name`.
  case fileDescriptor(Int32, name: String)
  /// Bytes in memory, read in place.
  case bytes([UInt8], name: String)

  /// An object on a server: `https://…`, `http://…`, or `s3://bucket/key`. In the last, an asterisk in the key
  /// stands for any characters: `s3://bucket/logs/2026-*` is all such objects, in the byte order of their
  /// keys, as several files are. Finding none is an error.
  ///
  /// Or a topic of Kafka: `kafka://broker1,broker2/topic` is all of its partitions, as several files are, and
  /// `kafka://brokers/topic/3` is one. Each is read from its first message to what was its last when reading
  /// began; a record is a message.
  ///
  /// A transfer that breaks off is continued, and an object that changes meanwhile is an error. Objects are read by the
  /// module SluiceRemote, and topics by SluiceKafka: see ``SourceKind``.
  public static func url(_ text: String) -> FeedSource { .address(SourceAddress(text)) }

  /// A log file that is still being written, read as `tail -F` reads it: first its contents, and then each
  /// new line, until the feed is stopped (``FeedStop``).
  ///
  /// A line is delivered once its newline arrives. If another file replaces it at the same path, the rest of
  /// the old one is read first, including its last line. Then the new one is read from its start, once it has
  /// contents. A truncated file is read again from its start, even if it has since grown past the reading
  /// position. If there is no file yet, opening the feed waits for it, as `tail -F` does; a ``FeedStop`` ends
  /// that wait.
  ///
  /// Or a topic of Kafka (``url(_:)``): its messages, and then each new one, in turns of its partitions.
  public static func follow(_ text: String) -> FeedSource {
    let address = SourceAddress(ifURL: text)
    return if let address, address.areMessages { .topic(address) } else { .log(text) }
  }

  /// The source's name in errors and rejects: the path, the pattern, or the given name. Several
  /// files each have their own name; this one is for all of them.
  public var name: String {
    switch self {
    case .file(let path), .glob(let path), .log(let path): path
    case .files(let paths): FeedSource.name(of: paths)
    case .address(let address), .topic(let address): address.description
    case .several(let sources): FeedSource.name(of: sources.map(\.name))
    case .standardInput: "standard input"
    case .fileDescriptor(_, let name), .bytes(_, let name): name
    }
  }

  /// Whether it has no end while it is read.
  package var isGrowing: Bool {
    switch self {
    case .log, .topic: true
    default: false
    }
  }

  /// Whether its records are messages of Kafka.
  package var areMessages: Bool {
    switch self {
    case .topic: true
    case .address(let address): address.areMessages
    default: false
    }
  }

  private static func name(of names: [String]) -> String {
    switch names.count {
    case 0: "no files"
    case 1: names[0]
    default: "\(names[0]) and \(names.count - 1) more"
    }
  }
}
