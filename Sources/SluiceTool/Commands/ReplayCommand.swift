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
    not printed: a message says where it is, and the exit status is 1. A record on several lines
    stays on several: read those with --framing concatenated. With --follow it waits for more
    rejects, until Ctrl-C.

    With --table they come from a table of a database, to which sluice import --rejects table:NAME
    has written them, in the order in which they were stored.
    """
  static let example = """
    sluice replay rejects.ndjson | sed 's/,}/}/' | sluice count -
    sluice replay events.sqlite --table rejects > bad.ndjson
    """
  static let flags = [
    Flag.follow, Flag("--table", "NAME", "the database's table of rejects"),
  ]

  private enum Source {
    case feed(FeedSource)
    case table(RejectTable)
  }

  private let source: Source
  private let isFollowing: Bool

  init(_ arguments: ParsedArguments) throws(UsageError) {
    isFollowing = arguments.has("--follow")
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
    func write(_ reject: Reject) throws {
      var record: [UInt8]
      do throws(JSONError) {
        record = try reject.wholeRecord()
      } catch {
        StandardError.write("sluice: \(error.summary)\n")
        status = .rejected
        return
      }
      record.append(UInt8(ascii: "\n"))
      try unsafe StandardOutput.shared.write(contentsOf: record)
      // When following, the reader waits for each record.
      if isFollowing { try unsafe StandardOutput.shared.flush() }
    }
    switch source {
    case .feed(let source):
      var replay = try RejectReplay(source, stop: Interruption.stop())
      try replay.forEach(write)
    case .table(let table): try table.forEach(stop: Interruption.stop(), write)
    }
    return status
  }
}
