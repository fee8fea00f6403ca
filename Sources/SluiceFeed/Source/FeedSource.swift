/// Where a feed's bytes come from.
///
/// What is compressed by gzip or Zstandard is decompressed, and UTF-16 and UTF-32 are transcoded,
/// whatever the source: the first bytes tell (<doc:Sources>).
public enum FeedSource: Sendable {
  /// The file at a path. Read, not mapped: when it is cut while it is read, that is an error, and
  /// no signal is raised.
  case file(String)
  /// Several files in order, as one feed. Each has its own name, offsets and lines; the numbers of
  /// records go on. A record never crosses a file's end.
  case files([String])
  /// The files that a pattern of glob(7) matches when the feed is opened (`logs/*.ndjson.gz`), in
  /// the order of their paths' bytes: `a10` before `a9`, as in `LC_ALL=C ls`. Folders are passed
  /// over. When there is no file, that is an error.
  case glob(String)
  /// A log file that is written to meanwhile, as `tail -F` reads it: what there is, and then, line
  /// by line, what comes, until the feed is stopped (``FeedStop``).
  ///
  /// A line is delivered when its newline is there. When the file is replaced by another under the
  /// same path, the rest of the old one is read first, its last line too, and then the new one from
  /// its start, as soon as something is in it; when it is cut, it is read again from its start, also when
  /// it has grown past the place where reading was. When there is no file yet, opening the feed waits for it,
  /// as `tail -F` does; a ``FeedStop`` ends that wait.
  case follow(String)
  /// Standard input: a file, a pipe or a terminal.
  case standardInput
  /// An open file, pipe or socket. It is read from where it stands, and not closed. Errors call it
  /// by `name`.
  case fileDescriptor(Int32, name: String)
  /// Bytes in memory, read in place.
  case bytes([UInt8], name: String)

  /// What errors and rejects call the source: the path, the pattern, or the name it was given. Of
  /// several files each has its own name; this one is for all.
  public var name: String {
    switch self {
    case .file(let path), .glob(let path), .follow(let path): path
    case .files(let paths):
      switch paths.count {
      case 0: "no files"
      case 1: paths[0]
      default: "\(paths[0]) and \(paths.count - 1) more"
      }
    case .standardInput: "standard input"
    case .fileDescriptor(_, let name), .bytes(_, let name): name
    }
  }
}
