import Sluice
import SluiceFeed
import SluiceImport

/// `sluice replay`: the records of a reject file.
struct ReplayCommand: Command {
  static let name = "replay"
  static let summary = "print the records of reject files, byte for byte"
  static let synopsis = "REJECTS… [--follow]"
  static let discussion = """
    Prints each rejected record on a line of its own, byte for byte, so that it can be repaired and
    read again. The reject file has only the start of a record of more than 1 MiB. Such a record is
    not printed: a message says where it is, and the exit status is 1. A record on several lines
    stays on several: read those with --framing concatenated. With --follow it waits for more
    rejects, until Ctrl-C.
    """
  static let example = "sluice replay rejects.ndjson | sed 's/,}/}/' | sluice count -"
  static let flags = [Flag.follow]

  private let source: FeedSource
  private let isFollowing: Bool

  init(_ arguments: ParsedArguments) throws(UsageError) {
    source = try arguments.feedSource("REJECTS")
    isFollowing = arguments.has("--follow")
  }

  func files() throws -> FileRoles { try FileRoles(source) }

  func run() throws -> ExitStatus {
    var status = ExitStatus.success
    var replay = try RejectReplay(source, stop: Interruption.stop())
    try replay.forEach { reject in
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
    return status
  }
}
