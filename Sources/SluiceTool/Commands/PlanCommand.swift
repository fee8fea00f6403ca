import Sluice
import SluiceFeed
import SluiceImport

/// `sluice plan`: what an import would do.
struct PlanCommand: Command {
  static let name = "plan"
  static let summary = "show what an import would do, without changing anything"
  static let synopsis = "FEED… --into TARGET … | --job FILE | --job-file … | --schema"
  static let discussion = """
    Takes what sluice import takes. Shows the sources and how much of each was imported before, the
    table and whether the target has it, the columns, and the first ten rows. Then shows the result
    for the first 10000 records: rows, filtered ones, and rejects by reason with an example of each.
    Creates and changes no table, file or reject file, but reads standard input. Does not try what
    only the target can refuse, such as a key that already exists.

    Exits with 1 when records would be rejected, and with 2, and the reason, where the import would
    refuse to begin.

    With --job-file it only prints the job as a job file, for --job; with --schema, only the JSON
    Schema of job files.
    """
  static let example = """
    sluice plan events.ndjson --into events.sqlite --table events --column 'id:int=id'
    sluice plan --job job.json
    sluice plan events.ndjson --into events.csv --column 'id:int=id' --job-file > job.json
    """
  static let flags =
    Flag.job + [
      Flag("--job-file", nil, "only print the job as a job file"),
      Flag("--schema", nil, "only print the JSON Schema (draft 2020-12) of job files"),
    ]

  private enum PlannedForm {
    case plan(ImportJob, ImportJobFile)
    case text(String)
  }

  private let form: PlannedForm
  private let jobFile: String?

  init(_ arguments: ParsedArguments) throws(UsageError) {
    jobFile = arguments.value("--job")
    if arguments.has("--schema") {
      form = .text(PlanCommand.schema)
      return
    }
    let file = try arguments.job()
    guard !arguments.has("--job-file") else {
      try ParsedArguments.using { () throws(ImportError) in
        try SourceDescription.checkStorable(file.sources)
        try file.target.map { text throws(ImportError) in try SinkTarget(parsing: text) }?
          .checkStorable()
      }
      form = .text(file.description)
      return
    }
    form = .plan(
      try ParsedArguments.using { () throws(ImportError) in try file.job() }, file)
  }

  /// Writing values of this type can't fail.
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
      try unsafe StandardOutput.shared.write(text)
      return .success
    case .plan(let job, let file):
      let stop = Interruption.stop()
      let plan = try job.plan(stop: stop)
      try unsafe StandardOutput.shared.tell(PlanText(plan, of: file).description)
      if stop.isStopped { return .interrupted }
      let hasRejects = plan.sample.rejects > 0 || plan.stops != nil
      return ExitStatus.first(
        of: (plan.refusedSources.isEmpty ? [] : [.sourceRefused]) + (hasRejects ? [.rejected] : []))
    }
  }
}
