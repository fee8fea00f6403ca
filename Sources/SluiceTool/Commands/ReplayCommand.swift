import Sluice
import SluiceFeed

/// `sluice replay`: the records of a reject file.
struct ReplayCommand: Command {
  static let name = "replay"
  static let summary = "print the records of a reject file, as they came"
  static let synopsis = "REJECTS"
  static let discussion = """
    Prints each rejected record on a line of its own, byte for byte, so that it can be repaired and
    read again. Of a record of more than 1 MiB the reject file has only the start: it is not
    printed, a message says where it lies, and the exit status is 1. A record that was on several
    lines stays on several: read those with --framing concatenated.
    """
  static let example = "sluice replay rejects.ndjson | sed 's/,}/}/' | sluice count -"
  static let flags: [Flag] = []

  private let source: FeedSource

  init(_ arguments: ParsedArguments) throws(UsageError) {
    let name = try arguments.operand("REJECTS")
    source = name == "-" ? .standardInput : .file(name)
  }

  func run() throws -> ExitStatus {
    var status = ExitStatus.success
    var replay = try RejectReplay(source)
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
      try StandardOutput.shared.write(contentsOf: record)
    }
    return status
  }
}
