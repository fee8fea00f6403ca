import Sluice
import SluiceFeed
import SluiceImport
import SluiceSystem

/// `sluice import`: a feed's records into a table or a file.
struct ImportCommand: Command {
  static let name = "import"
  static let summary = "import the records of feeds into a database or a file"
  static let synopsis =
    "FEED… --into TARGET [--table NAME] --column SPEC [--column SPEC …] | --job FILE"
  static let discussion = """
    Each record becomes a row. A SPEC is NAME:TYPE=PATH, with the types int, real, text, bool, json,
    decimal (a number with all its digits), date (2024-05-31), timestamp (RFC 3339), epoch, epochms
    and epochus (a time as seconds, milli- or microseconds since 1970), uuid, and blob (Base64). A
    PATH is a key path such as actor.login or commits.0.sha, a JSON Pointer such as /labels/a.b for
    keys with dots in them, or $ for the whole record.
    A value that is missing or null becomes NULL. A record with a value of another type, and one
    that is not valid JSON, is rejected and never changed silently. Other columns are NAME:source,
    NAME:offset, NAME:line, NAME:record and NAME:raw: the feed's name, the record's place in it,
    its number, and the record itself.

    A TARGET is a SQLite database (a file that ends in .db, .sqlite or .sqlite3, or sqlite:PATH), a
    DuckDB database (.duckdb, or duckdb:PATH), a PostgreSQL, MariaDB or ClickHouse database
    (postgresql://host/name, mariadb://host/name, clickhouse://host/name), a topic of Kafka
    (kafka://BROKER,BROKER/TOPIC), a file that ends in .csv, .tsv or .ndjson, or, on standard output,
    csv:-, tsv:- or ndjson:-. Databases need --table. Other words are an error.
    A target, a reject file or a summary that is also a source, the job file or one another is
    refused before anything is written.
    --mode append adds rows. --mode upsert (databases but ClickHouse) replaces the row with the same
    --key; --mode ignore keeps it, and skips and counts the new one.
    --mode replace replaces all rows with these when it has read all FEEDs; until then the old rows
    stay. An interrupted replacement resumes with the same FEEDs and columns, and otherwise begins
    anew.

    Into a topic, rows are messages: JSON objects, with --key as their key. A batch is a transaction,
    which has the position, too; consumers that read committed messages get each row once.

    --add-columns adds columns that the table lacks, and --create-index indexes; sluice plan shows
    the statements. --rejects table:NAME puts rejects into a table of the same database.

    Rows and the position reached in the feed are committed together. Run the same command again
    after it was killed, and it continues from there. When the feed has grown, it imports only what
    was appended. Standard input can't be resumed: each run imports all of it.

    Progress belongs to one table or file. When that is gone, is another one of the same name, or is
    empty though rows were committed, nothing is written, and the exit status is 2, until --restart,
    --adopt-table or --table-may-be-empty tells what to do.

    A FEED is a file, plain or compressed by gzip, Zstandard, bzip2, xz or LZ4, a pattern such as
    'logs/*.ndjson.gz', a URL (https://…, s3://bucket/key, 's3://bucket/prefix*'), a topic of Kafka
    (kafka://BROKER,BROKER/TOPIC), or - for standard input. With several files, each has its own position: a
    later run skips finished files, and takes new ones. A file is refused if a part that was read
    has changed. A compressed file is decompressed once before, to compare its checksums: only what
    comes before a damaged part is imported, and a repaired file continues from there.

    A last line without newline that is not a closed object or array may be unfinished: it is left
    for the next run, and reported at the end. So are a value, an array and a compressed file that
    have not ended. --final takes or rejects what is there.

    With --follow it waits for more at the file's end, or for the file, and stores new records within
    a second. When the log is rotated, it continues in the next file, until Ctrl-C. The next run
    continues in the file where this one stopped, even if that was renamed, copied or compressed
    (app.log.1, app.log-20260131, app-20260131.log.gz), beside the path or what its links lead to,
    and reads those between in the order of their names, once there is a file at the path again.
    When records may be lost (a log that was cut, and not copied before), it says so at once.

    A topic is read to the end that its partitions have at the start, or with --follow until Ctrl-C;
    offsets are kept with the rows, and no consumer group is used. Each message is a record, with the
    field "kafka": topic, partition, offset, timestamp, key, headers, and "tombstone" where it has no
    value. 'kafka://…/TOPIC?partitions=0,2-5' reads these partitions: workers divide a topic so.
    'config=FILE' names a file of librdkafka's properties, such as security.protocol and
    sasl.password. Messages that expired before they were read are an error, or with 'expired=skip' a
    note; so is a topic that was made anew. Offsets without a message are noted.

    With --jobs 2 and more, other threads than the one that inserts check lines and make the rows;
    only one thread reads a followed file.

    With --where, records for which the condition does not hold are skipped, whatever their values
    are: records = rows + filtered + rejects. With --explode payload.commits each element of that
    array becomes a row; a column such as sha:text=payload.commits[].sha is the element's, others
    are the record's. A record with a bad element is rejected as a whole. Condition and array are a
    part of the import, like the columns: importing the same feed into the same table with others
    is refused.

    --max-errors counts over all runs of the job, and over all FEEDs. A job beyond it commits what it
    has read, unless rows are replaced, and later runs are refused until more are allowed, or
    --restart. With --gate the FEEDs are read once before, and nothing is imported if they exceed it;
    with --follow the last 1,000 records count. One of several FEEDs that has changed is refused, and
    the others are imported. The exit status tells each of these apart: see sluice --help.

    Ctrl-C commits what was read, and exits with 130 when there was more to read.

    With --job, a file contains all these settings: a JSON document whose keys are the flags' names
    without their dashes, with "sources" and "columns". Paths in it are relative to its own folder.
    FEEDs replace its sources, --column and --constant its columns, and other flags its other
    settings. sluice infer writes a job file for a feed, sluice plan --job-file for a command line,
    and sluice plan --schema prints the JSON Schema. A PostgreSQL password need not be written
    anywhere here: libpq takes it from PGPASSWORD or ~/.pgpass.
    """
  static let example = """
    sluice import events.ndjson --into events.sqlite --table events \\
      --column 'id:int=id' --column 'actor:text=actor.login' --rejects rejects.ndjson
    sluice import 'logs/*.ndjson.gz' --jobs 2 --into logs.sqlite --table logs \\
      --column 'at:text=timestamp' --column 'status:int=status'
    sluice import events.ndjson --where "type = 'PushEvent' and payload.size >= 3" \\
      --into events.sqlite --table pushes --column 'id:int=id'
    sluice import app.log --follow --into logs.sqlite --table app --column 'line:json=$'
    sluice import --job job.json --progress json --summary summary.json
    """
  static let flags =
    Flag.job + [
      Flag(
        "--progress", "bar|json|none",
        "what to show meanwhile on standard error: a bar (the default, only on a terminal), or a"
          + " line of JSON every two seconds and at the end"),
      Flag(
        "--summary", "FILE",
        "write the result into that file as JSON, even when the import is stopped or fails"),
      Flag(
        "--metrics", "FILE|unix:PATH",
        "write counts in Prometheus's text form every two seconds and at the end: into a file, which"
          + " is replaced as a whole, or to those who ask at a socket (GET over HTTP)"),
    ]

  private enum Progress: String, CaseIterable { case bar, json, none }

  private let file: ImportJobFile
  private let job: ImportJob
  private let target: SinkTarget
  private let progress: Progress
  private let jobFile: String?
  private let summaryFile: SummaryFile?
  private let metrics: Metrics?

  private var isFollowing: Bool { file.isFollowing }
  private var options: ImportOptions { file.options }

  init(_ arguments: ParsedArguments) throws(UsageError) {
    let file = try arguments.job()
    self.file = file
    progress = try arguments.choice("--progress", as: Progress.self) ?? .bar
    jobFile = arguments.value("--job")
    summaryFile = try arguments.value("--summary").map { path throws(UsageError) in
      try SummaryFile(path)
    }
    job = try ParsedArguments.using { () throws(ImportError) in try file.job() }
    let target = try ParsedArguments.using { () throws(ImportError) in try file.sinkTarget() }
    self.target = target
    metrics = try arguments.value("--metrics").map { text throws(UsageError) in
      try Metrics(text, target: target, table: file.table)
    }
  }

  func files() throws -> FileRoles {
    var files = try job.fileRoles()
    if let jobFile { files.reads(jobFile, as: "the job file") }
    if let summaryFile { files.writes(summaryFile.path, as: "the summary", besides: [".new"]) }
    if let metrics { files.writes(metrics.path, as: "the metrics") }
    return files
  }

  func run() throws -> ExitStatus {
    try summaryFile?.checkPlace()
    try metrics?.begin()
    let stop = Interruption.stop()
    let begin = MonotonicClock.seconds
    var line = ProgressLine(isShown: progress == .bar)
    var reporters: [any ProgressReporter] = progress == .json ? [ProgressLog()] : []
    if let metrics { reporters.append(metrics) }
    if let service = ServiceStatus() { reporters.append(service) }
    let reports = ProgressReports(reporters)
    var told = 0
    let result = Result {
      try job.run(stop: stop) { now in
        if !now.notes.isEmpty {
          line.clear()
          StandardError.write(Figures.notes(now.notes))
          told += now.notes.count
        }
        line.show(now)
        reports.note(now)
      }
    }
    line.clear()
    reports.end(as: end(of: result), summary(of: result))
    let seconds = MonotonicClock.seconds - begin
    let summary: ImportSummary
    do {
      summary = try result.get()
    } catch let error as ImportError {
      StandardError.write(Figures.notes((error.summary?.notes ?? []).dropFirst(told)))
      try writeSummary(error.summary ?? ImportSummary(), error: error, seconds)
      if error.kind == .outputClosed { return .success }
      StandardError.complain("\(error)")
      StandardError.write(Figures.reasons(error.summary?.rejectReasons ?? []))
      StandardError.write(Figures.refusals(error.summary?.refusedSources ?? []))
      return status(of: error.summary ?? ImportSummary(), error)
    }
    StandardError.write(Figures.notes(summary.notes.dropFirst(told)))
    try writeSummary(summary, error: nil, seconds)
    StandardError.write(report(summary, seconds: seconds))
    return status(of: summary, nil)
  }

  /// What several findings say, the most severe first.
  private func status(of summary: ImportSummary, _ error: ImportError?) -> ExitStatus {
    var all: [ExitStatus] = []
    if summary.isStopped, !isFollowing { all.append(.interrupted) }
    if summary.notes.contains(where: \.kind.isLoss) { all.append(.mayBeMissing) }
    switch error?.kind {
    case nil: break
    case .tooManyRejects: all.append(.limitReached)
    case .beyondLimit: all.append(.beyondLimit)
    default: all.append(.failure)
    }
    if !summary.refusedSources.isEmpty { all.append(.sourceRefused) }
    if summary.rejects + summary.unreportedRejects > 0 { all.append(.rejected) }
    return ExitStatus.first(of: all)
  }

  private func end(of result: Result<ImportSummary, any Error>) -> ReportedState.End {
    guard let summary = try? result.get() else { return .failed }
    return summary.isStopped && !isFollowing ? .stopped : .finished
  }

  private func summary(of result: Result<ImportSummary, any Error>) -> ImportSummary? {
    do {
      return try result.get()
    } catch {
      return (error as? ImportError)?.summary
    }
  }

  /// Writes the result for other programs.
  private func writeSummary(
    _ summary: ImportSummary, error: ImportError?, _ seconds: Double
  ) throws {
    guard let summaryFile else { return }
    var object: JSONObject = [
      "status": error != nil ? "failed" : summary.isStopped && !isFollowing ? "stopped" : "finished"
    ]
    if let error {
      object["error"] = ["kind": .string("\(error.kind)"), "message": .string(error.message)]
    }
    object["target"] = .string("\(target)")
    if let table = file.table { object["table"] = .string(table) }
    if case .object(let fields) = summary.json(seconds: seconds) {
      for (key, value) in fields { object[key] = value }
    }
    try summaryFile.write(.object(object))
  }

  private func report(_ summary: ImportSummary, seconds: Double) -> String {
    var text = beginnings(summary.sources)
    if summary.isStopped, !isFollowing {
      text += "interrupted: run the same command again, and it continues from here\n"
    }
    text += "\(Figures.count(summary.records, "record")): \(Figures.count(summary.rows, "row"))"
    text += " into " + PrintableText.line("\(target)")
    if options.filter != nil { text += ", \(summary.filtered) filtered" }
    if options.explode != nil { text += ", \(summary.empty) without elements" }
    text += ", \(Figures.count(summary.rejects, "reject"))"
    if summary.rejects > 0, let place = file.rejectTable ?? options.rejectFile {
      text += (file.rejectTable == nil ? " in " : " in the table ") + PrintableText.line(place)
    }
    text += " (\(Figures.speed(bytes: summary.bytes, seconds: seconds)))\n"
    text += Figures.details(summary, file.mode)
    if summary.unreportedRejects > 0 {
      text +=
        "\(Figures.count(summary.unreportedRejects, "reject"))"
        + " of earlier runs that did not come to their ends\n"
    }
    text += Figures.refusals(summary.refusedSources)
    if summary.totalRows == summary.rows, summary.totalRejects == summary.rejects,
      summary.sources.allSatisfy({ $0.beginning == .fresh })
    {
      return text
    }
    let skipped = summary.totalSkippedByTarget
    return text + "in all: \(Figures.count(summary.totalRows, "row")),"
      + " \(Figures.count(summary.totalRejects, "reject"))"
      + (skipped > 0 ? ", \(Figures.count(skipped, "row")) not stored by the target\n" : "\n")
  }

  /// Where the reading of each source began, in few lines. Sources read from their start are not mentioned,
  /// and of many finished ones only the number.
  private func beginnings(_ sources: [ImportSummary.Source]) -> String {
    var text = ""
    var done = 0
    let isSeveral = sources.count > 1
    for source in sources {
      let name = isSeveral ? PrintableText.line(source.name) + ": " : ""
      func place(_ offset: Int64) -> String { Figures.place(offset, in: source.name) }
      switch source.beginning {
      case .fresh: break
      case .resumed(let offset):
        text += "\(name)resumed at \(place(offset)), where an interrupted run had committed\n"
      case .continued where source.bytes == 0 && source.left != nil: break
      case .continued where source.bytes == 0 && isSeveral: done += 1
      case .continued(let offset) where source.bytes == 0:
        text +=
          Figures.areMessages(in: source.name)
          ? "nothing new: all messages before offset \(offset) were imported before\n"
          : "nothing new: all \(offset) bytes were imported before\n"
      case .continued(let offset):
        text += "\(name)imported what was appended after \(place(offset))\n"
      }
    }
    let areMessages = sources.allSatisfy { Figures.areMessages(in: $0.name) }
    if done > 0 {
      text +=
        "nothing new in \(done) of \(sources.count) \(areMessages ? "partitions" : "files")\n"
    }
    for source in sources {
      if let left = source.left {
        var isNamed = isSeveral
        if case .noText = left { isNamed = true }
        text += (isNamed ? PrintableText.line(source.name) + ": " : "") + Figures.left(left)
      }
    }
    return text
  }
}
