import Sluice
import SluiceFeed
import SluiceImport

/// `sluice replay`: the records of a reject file.
struct ReplayCommand: Command {
  static let name = "replay"
  static let summary = "print the records of reject files, byte for byte"
  static let synopsis = "REJECTS… [--follow] | DATABASE --table NAME"
  static let discussion = """
    Prints each rejected record on a line of its own, byte for byte, so that it can be repaired and
    read again. The reject file has only the start of a record of more than 1 MiB. Such a record is
    read in its source with --from-sources, if its start is still the same there. Without it, or if
    the source has changed, the record is not printed: a message says where it is, and the exit
    status is 1. A record on several lines stays on several: read those with --framing concatenated.
    With --follow it waits for more rejects, until Ctrl-C.

    With --table they come from a table of a database, to which sluice import --rejects table:NAME
    has written them, in the order in which they were stored.
    """
  static let example = """
    sluice replay rejects.ndjson | sed 's/,}/}/' | sluice count -
    sluice replay events.sqlite --table rejects > bad.ndjson
    """
  static let flags = [
    Flag.follow, Flag("--table", "NAME", "the database's table of rejects"),
    Flag(
      "--from-sources", nil,
      "read records of which only the start was kept in their sources: in the folder in which the"
        + " records were read first"),
    Flag.maximumRatio, Flag.maximumDecompressed,
  ]

  private enum Source {
    case feed(FeedSource)
    case table(RejectTable)
  }

  private let source: Source
  private let isFollowing: Bool
  private let readsSources: Bool
  private let decompression: DecompressionLimits

  init(_ arguments: ParsedArguments) throws(UsageError) {
    isFollowing = arguments.has("--follow")
    readsSources = arguments.has("--from-sources")
    decompression = try arguments.feedOptions().decompression
    guard let table = arguments.value("--table") else {
      source = .feed(try arguments.feedSource("REJECTS"))
      return
    }
    let operands = try arguments.someOperands("DATABASE")
    guard operands.count == 1 else {
      throw UsageError("--table is for one database, found \(operands.count)")
    }
    guard !isFollowing else {
      throw UsageError("--follow is for files, and --table for a database")
    }
    source = .table(
      try ParsedArguments.using { () throws(ImportError) in
        try RejectTable(in: SinkTarget(parsing: operands[0]), named: table)
      })
  }

  func files() throws -> FileRoles {
    switch source {
    case .feed(let source): try FileRoles(source)
    case .table(let table): table.files
    }
  }

  func run() throws -> ExitStatus {
    var status = ExitStatus.success
    let stop = Interruption.stop()
    let sources = readsSources ? RejectSources(decompression: decompression, stop: stop) : nil
    func write(_ reject: Reject) throws {
      var isBegun = false
      do {
        if let sources, reject.isCut {
          try unsafe sources.read(reject) { piece in
            isBegun = true
            try unsafe StandardOutput.shared.write(piece.bindMemory(to: UInt8.self))
          }
        } else {
          try unsafe StandardOutput.shared.write(contentsOf: try reject.wholeRecord())
        }
      } catch let error as JSONError {
        let hint = readsSources ? "" : "; --from-sources reads it there"
        StandardError.complain(error.summary + hint)
        status = .rejected
        // What was printed of it is no record, and the next one is not its end.
        guard isBegun else { return }
      }
      try unsafe StandardOutput.shared.write(contentsOf: [UInt8(ascii: "\n")])
      // When following, the reader waits for each record.
      if isFollowing { try unsafe StandardOutput.shared.flush() }
    }
    switch source {
    case .feed(let source):
      var replay = try RejectReplay(source, stop: stop)
      try replay.forEach(write)
    case .table(let table): try table.forEach(stop: Interruption.stop(), write)
    }
    return status
  }
}
