/// Where a feed's bytes come from.
public enum FeedSource: Sendable {
  /// The file at a path. Read, not mapped: a file that is cut while it is read ends early, and no
  /// signal is raised.
  case file(String)
  /// Standard input: a file, a pipe or a terminal.
  case standardInput
  /// An open file, pipe or socket. It is read from where it stands, and not closed. Errors call it
  /// by `name`.
  case fileDescriptor(Int32, name: String)
  /// Bytes in memory, read in place.
  case bytes([UInt8], name: String)

  /// What errors and rejects call the source: the path, or the name it was given.
  public var name: String {
    switch self {
    case .file(let path): path
    case .standardInput: "standard input"
    case .fileDescriptor(_, let name), .bytes(_, let name): name
    }
  }
}
