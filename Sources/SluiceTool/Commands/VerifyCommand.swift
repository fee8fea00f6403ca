import Sluice
import SluiceFeed
import SluiceImport
import SluiceSystem

/// `sluice verify`: whether a target still has what imports stored.
struct VerifyCommand: Command {
  static let name = "verify"
  static let summary = "compare what an import stored with its sources and rejects"
  static let synopsis = "FEED… --into TARGET … | --job FILE"
  static let discussion = """
    Takes what sluice import takes. Reads each source again up to its last commit, makes rows of its
    records and stores none: as many records as the commits count must become rows and rejects, and
    the same ones. The reject file must have those rejects, and the target as many rows. The target
    must be there, and be the one that rows were committed to. Changes nothing.

    A source that is gone is compared by its commits' own figures. Rows that others added
    to the target are not a fault, unless the import replaces it; rows that others changed are not
    found.

    Exits with 0 when all that could be compared is right, with 1 when something is not, and with 2
    when the target can't be read.
    """
  static let example = """
    sluice verify events.ndjson --into events.sqlite --table events --column 'id:int=id'
    sluice verify --job job.json --json
    """
  static let flags =
    Flag.job + [Flag("--json", nil, "print an object with all findings")]

  private let job: ImportJob
  private let jobFile: String?
  private let isJSON: Bool

  init(_ arguments: ParsedArguments) throws(UsageError) {
    jobFile = arguments.value("--job")
    isJSON = arguments.has("--json")
    let file = try arguments.job()
    job = try ParsedArguments.using { () throws(ImportError) in try file.job() }
  }

  func files() throws -> FileRoles {
    var files = try job.fileRoles()
    if let jobFile { files.reads(jobFile, as: "the job file") }
    return files
  }

  func run() throws -> ExitStatus {
    let stop = Interruption.stop()
    let result = try job.verify(stop: stop)
    if isJSON {
      let json: JSON = [
        "sound": .bool(result.isSound),
        "findings": .array(
          result.findings.map {
            [
              "state": .string($0.state.rawValue), "subject": .string($0.subject),
              "message": .string($0.message),
            ]
          }),
      ]
      try unsafe StandardOutput.shared.write(json.serializedString(.pretty) + "\n")
    } else {
      try unsafe StandardOutput.shared.tell(VerifyCommand.text(result))
    }
    if stop.isStopped { return .interrupted }
    return result.isSound ? .success : .rejected
  }

  private static func text(_ result: ImportVerification) -> String {
    result.findings.map { finding in
      let mark = finding.state == .ok ? " " : finding.state == .unknown ? "?" : "x"
      return
        "\(mark) \(PrintableText.line(finding.subject)): \(PrintableText.line(finding.message))\n"
    }.joined() + (result.isSound ? "" : "what is marked by x is not as the commits say\n")
  }
}
