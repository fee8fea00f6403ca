import Sluice
import SluiceFeed
import SluiceImport

/// `sluice plan`: what an import would do.
struct PlanCommand: Command {
  static let name = "plan"
  static let summary = "show what an import would do, and change nothing"
  static let synopsis = "FEED… --into TARGET … | --job FILE | --job-file … | --schema"
  static let discussion = """
    Takes what sluice import takes, and shows the sources with what was imported of each before, the
    table and whether the target has it, the columns, the first ten rows, and what would become of
    the first 10000 records: rows, filtered ones, and rejects by reason, of each the first. No
    table, no file and no reject file is made or changed; standard input is read, though. What only
    the target can refuse, such as a key that is there already, is not tried.

    Exits with 1 when records would be rejected, and with 2, and the reason, where the import would
    refuse to begin.

    With --job-file it prints the job as a job file, for --job, and looks at nothing; with --schema
    the JSON Schema of job files.
    """
  static let example = """
    sluice plan events.ndjson --into events.sqlite --table events --column 'id:int=id'
    sluice plan --job job.json
    sluice plan events.ndjson --into events.csv --column 'id:int=id' --job-file > job.json
    """
  static let flags =
    Flag.job + [
      Flag("--job-file", nil, "print the job as a job file, and look at nothing"),
      Flag("--schema", nil, "print the JSON Schema (draft 2020-12) of job files"),
    ]

  private enum Form {
    case plan(ImportJob, ImportJobFile)
    case text(String)
  }

  private let form: Form
  private let jobFile: String?

  init(_ arguments: ParsedArguments) throws(UsageError) {
    jobFile = arguments.value("--job")
    if arguments.has("--schema") {
      form = .text(PlanCommand.schema)
      return
    }
    let file = try arguments.job()
    guard !arguments.has("--job-file") else {
      form = .text(file.description)
      return
    }
    form = .plan(
      try ParsedArguments.using { () throws(ImportError) in try file.job() }, file)
  }

  /// Values of this type can't fail to be written.
  private static var schema: String {
    let json = ImportJobFile.jsonSchema
    return ((try? json.serializedString(.pretty)) ?? json.description) + "\n"
  }

  func files() throws -> FileRoles {
    var files = FileRoles()
    if case .plan(let job, _) = form { files = try job.fileRoles() }
    if let jobFile { files.reads(jobFile, as: "the job file") }
    return files
  }

  func run() throws -> ExitStatus {
    switch form {
    case .text(let text):
      // A job file is data.
      try StandardOutput.shared.write(text)
      return .success
    case .plan(let job, let file):
      let stop = Interruption.stop()
      let plan = try job.plan(stop: stop)
      try StandardOutput.shared.tell(PlanText(plan, of: file).description)
      if stop.isStopped { return .interrupted }
      return plan.sample.rejects == 0 && plan.stops == nil ? .success : .rejected
    }
  }
}
