import Sluice
import SluiceFeed
import SluiceImport
import SluiceSystem

/// `sluice split`: ranges of files and objects for several readers.
struct SplitCommand: Command {
  static let name = "split"
  static let summary = "divide feeds among several readers, by ranges of bytes"
  static let synopsis = "FEED… --parts N | --bytes SIZE [--format tsv|ndjson]"
  static let discussion = """
    Prints a line for each part: the number of the reader that it is for, the range, and the file.
    A range goes to --range of other commands; - stands for the whole file. Parts with one number
    have about as many bytes as those with any other. A record belongs to the range in which its
    first byte lies, so all readers together read each record once, wherever a range begins or ends.

    A FEED is a file, a pattern, or the URL of objects (https://…, s3://bucket/prefix*).

    Only lines of UTF-8 are divided. An object is divided if it is not compressed, and its server
    tells its size and takes ranges. A compressed file is divided where members begin: one of bgzip
    or gzip with members of at most 4 MB, or of several frames of Zstandard that have their lengths.
    Its ranges are those of its text, with @ and where in the file reading begins; imports refuse
    them. Any other file is one part, and why is said on standard error, or in "obstacle" with
    --format ndjson. Nothing is read but the start of files that are divided, the headers of members,
    and all of plain gzip.
    """
  static let example = """
    sluice split events.ndjson --parts 4
    sluice split events.ndjson --parts 4 | while read part range file; do
      sluice count "$file" --range "$range"
    done
    sluice split 'logs/*.ndjson' --bytes 1G --format ndjson
    sluice split 's3://bucket/2026/*.ndjson' --parts 8
    """
  static let flags = [
    Flag("--parts", "N", "divide among N readers"),
    Flag("--bytes", "SIZE", "as many readers as it takes for parts of SIZE; takes K, M and G"),
    Flag("--format", "tsv|ndjson", "how to write the parts (default: tsv)"),
    Flag.framing,
  ]

  private enum SplitFormat: String, CaseIterable { case tsv, ndjson }

  private enum Measure {
    case parts(Int)
    case bytes(Int)
  }

  private let source: FeedSource
  private let paths: [String]
  private let measure: Measure
  private let framing: FeedFraming
  private let format: SplitFormat

  init(_ arguments: ParsedArguments) throws(UsageError) {
    source = try arguments.feedSource()
    switch source {
    case .file(let path): paths = [path]
    case .files(let several): paths = several
    case .address(let address): paths = [address.text]
    case .several(let sources): paths = try sources.map(SplitCommand.path)
    default:
      throw UsageError("sluice split takes files and objects; standard input is one part")
    }
    if let secret = paths.compactMap(SourceAddress.init(ifURL:)).first(where: \.hasSecrets) {
      throw UsageError(
        "\(secret) was given with a secret, or what may be one, which its parts would"
          + " show: replace the name after sluice split has printed it, or take a profile of S3")
    }
    switch (
      try arguments.number("--parts", in: 1...1_000_000),
      try arguments.number("--bytes", in: 1...(1 << 60))
    ) {
    case (let parts?, nil): measure = .parts(parts)
    case (nil, let bytes?): measure = .bytes(bytes)
    default: throw UsageError("sluice split takes one of --parts and --bytes")
    }
    framing = try arguments.feedOptions().framing
    format = try arguments.choice("--format", as: SplitFormat.self) ?? .tsv
  }

  private static func path(of source: FeedSource) throws(UsageError) -> String {
    switch source {
    case .file(let path): return path
    case .address(let address): return address.text
    default: throw UsageError("sluice split takes files and objects; standard input is one part")
    }
  }

  /// The URLs of the objects that a pattern stands for.
  private func listed() throws -> [String] {
    try paths.flatMap { path in
      guard let address = SourceAddress(ifURL: path), address.resource == .objects else {
        return [path]
      }
      return try address.objects().map(\.name)
    }
  }

  func files() throws -> FileRoles { try FileRoles(source) }

  func run() throws -> ExitStatus {
    let paths = try listed()
    let parts =
      switch measure {
      case .parts(let count): try FeedPart.dividing(paths, into: count, framing: framing)
      case .bytes(let size): try FeedPart.dividing(paths, ofBytes: Int64(size), framing: framing)
      }
    if format == .tsv {
      // A name with a tab or a newline would be another line.
      for path in paths where PrintableText.line(path) != path {
        throw UsageError(
          "\(PrintableText.line(path)) has control characters: take --format ndjson")
      }
    }
    for part in parts {
      switch format {
      case .tsv:
        try unsafe StandardOutput.shared.write(
          "\(part.number)\t\(part.range?.text ?? "-")\t\(part.path)\n")
      case .ndjson:
        try unsafe StandardOutput.shared.write(
          try part.json.serializedString() + "\n")
      }
    }
    try unsafe StandardOutput.shared.flush()
    if format == .tsv { StandardError.write(SplitCommand.remarks(parts)) }
    return .success
  }

  private static let mostRemarks = 10

  private static func remarks(_ parts: [FeedPart]) -> String {
    let whole = parts.filter { $0.obstacle != nil }
    var text = ""
    for part in whole.prefix(mostRemarks) {
      text += "\(PrintableText.line(part.path)) is not divided: \(part.obstacle ?? "")\n"
    }
    if whole.count > mostRemarks {
      text += "and \(Figures.count(Int64(whole.count - mostRemarks), "more file"))\n"
    }
    return text
  }
}
