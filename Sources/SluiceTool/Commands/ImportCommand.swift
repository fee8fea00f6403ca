import SluiceFeed
import SluiceImport

/// `sluice import`: a feed's records into a table or a file.
struct ImportCommand: Command {
  static let name = "import"
  static let summary = "import the records of feeds into a database or a file"
  static let synopsis = "FEED… --into TARGET [--table NAME] --column SPEC [--column SPEC …]"
  static let discussion = """
    Each record becomes a row. A SPEC is NAME:TYPE=PATH, with the types int, real, text, bool, json,
    decimal (a number with all its digits), date (2024-05-31), timestamp (RFC 3339), epoch, epochms
    and epochus (a time as seconds, milli- or microseconds since 1970), uuid, and blob (Base64). A PATH is a key path such as actor.login or commits.0.sha, a JSON Pointer such as
    /labels/a.b for keys with dots in them, or $ for the whole record.
    A value that is missing or null becomes NULL. A record with a value of another type, and one
    that is not valid JSON, is rejected and never changed silently. Other columns are NAME:source,
    NAME:offset, NAME:line, NAME:record and NAME:raw: the feed's name, the record's place in it,
    its number, and the record itself.

    A TARGET is a SQLite file, a PostgreSQL database (postgresql://host/name), a file that ends in
    .csv, .tsv or .ndjson, or, on standard output, csv:-, tsv:- or ndjson:-. Databases need --table.
    --mode append adds rows, replace empties the target first, and upsert (databases only) puts a
    row in the place of the one with the same --key.

    Rows and the position reached in the feed are committed together. Run the same command again
    after it was killed, and it goes on from there; when the feed has grown, only what was
    appended is imported. Standard input can't be resumed: each run imports all of it.

    A FEED is a file, compressed by gzip or Zstandard or not, a pattern such as 'logs/*.ndjson.gz',
    or - for standard input. Of several files each has its position: run again, the import passes
    over those that are done, and takes those that are new. A file that was changed where it was
    read is refused.

    With --follow it waits for more at the file's end, stores what comes within a second, and goes
    on in the next file when the log is rotated, until Ctrl-C; run again, it goes on in the file
    where it stopped, also when that one has another name by now (app.log.1, app.log-20260131).
    With --jobs 2 and more, lines are checked and taken apart on other threads than the one that
    inserts; what is followed is read by one.

    With --where, records of which the condition does not hold are passed over, whatever their
    values are: records = rows + filtered + rejects. With --explode payload.commits each element of
    that array becomes a row; a column such as sha:text=payload.commits[].sha is the element's, others are
    the record's. A record with a bad element is rejected as a whole. The condition is a part of the import, like the
    columns: the same feed into the same table with another one is refused.

    Ctrl-C commits what was read, and exits with 130 when there was more to read.
    """
  static let example = """
    sluice import events.ndjson --into events.sqlite --table events \\
      --column 'id:int=id' --column 'actor:text=actor.login' --rejects rejects.ndjson
    sluice import 'logs/*.ndjson.gz' --jobs 2 --into logs.sqlite --table logs \\
      --column 'at:text=timestamp' --column 'status:int=status'
    sluice import events.ndjson --where "type = 'PushEvent' and payload.size >= 3" \\
      --into events.sqlite --table pushes --column 'id:int=id'
    sluice import app.log --follow --into logs.sqlite --table app --column 'line:json=$'
    """
  static let flags =
    [
      Flag("--into", "TARGET", "a database or a file; a file is made when it is missing"),
      Flag("--table", "NAME", "the database's table; made when it is missing"),
      Flag("--mode", "append|replace|upsert", "what becomes of earlier rows (append unless told)"),
      Flag("--key", "NAMES", "for upsert: the columns that tell rows apart, with commas"),
    ] + Flag.columns + [
      Flag.filter, Flag.explode, Flag.unknownKeys,
      Flag("--batch", "N", "records in a transaction (10000 unless told)"),
    ] + Flag.feed

  private let source: FeedSource
  private let isFollowing: Bool
  private let target: SinkTarget
  private let sink: any Sink
  private let columns: [ImportColumn]
  private let options: ImportOptions

  init(_ arguments: ParsedArguments) throws(UsageError) {
    source = try arguments.feedSource()
    isFollowing = arguments.has("--follow")
    let into = try arguments.required("--into")
    let mode = try arguments.writeMode()
    do throws(ImportError) {
      target = try SinkTarget(parsing: into)
    } catch {
      throw UsageError(error.message)
    }
    if target.isDatabase { _ = try arguments.required("--table") }
    do throws(ImportError) {
      sink = try target.sink(table: arguments.value("--table"), mode: mode)
    } catch {
      throw UsageError(error.message)
    }
    columns = try arguments.columns()
    var options = ImportOptions(
      feed: try arguments.feedOptions(), filter: try arguments.filter(),
      batchSize: try arguments.number("--batch", in: 1...1_000_000_000) ?? 10_000,
      rejectFile: arguments.value("--rejects"))
    options.explode = try arguments.path("--explode")
    options.unknownKeys =
      try arguments.choice("--unknown-keys", as: UnknownKeys.self) ?? .ignore
    self.options = options
  }

  func run() throws -> ExitStatus {
    let job = try ImportJob(feed: source, columns: columns, sink: sink, options: options)
    let stop = Interruption.stop()
    let begin = monotonicSeconds()
    var line = ProgressLine()
    let result = Result { try job.run(stop: stop) { line.show($0) } }
    line.clear()
    let summary: ImportSummary
    do {
      summary = try result.get()
    } catch let error as ImportError where error.kind == .outputClosed {
      return .success
    } catch let error as ImportError where error.kind == .tooManyRejects {
      StandardError.write("sluice: \(error)\n")
      return .rejected
    }
    StandardError.write(report(summary, seconds: monotonicSeconds() - begin))
    if summary.isStopped, !isFollowing { return .interrupted }
    return summary.rejects == 0 ? .success : .rejected
  }

  private func report(_ summary: ImportSummary, seconds: Double) -> String {
    var text = beginnings(summary.sources)
    if summary.isStopped, !isFollowing {
      text += "interrupted: run the same command again, and it goes on from here\n"
    }
    text += "\(Figures.count(summary.records, "record")): \(Figures.count(summary.rows, "row"))"
    text += " into \(target)"
    if options.filter != nil { text += ", \(summary.filtered) filtered" }
    if options.explode != nil { text += ", \(summary.empty) without elements" }
    text += ", \(Figures.count(summary.rejects, "reject"))"
    if summary.rejects > 0, let file = options.rejectFile { text += " in \(file)" }
    text += " (\(Figures.speed(bytes: summary.bytes, seconds: seconds)))\n"
    text += Figures.nulled(summary.nulled)
    if summary.refusedRows > 0 {
      text += "\(Figures.count(summary.refusedRows, "row")) of rejected records refused\n"
    }
    text += Figures.unknownKeys(summary.unknownKeys, others: summary.otherUnknownKeys)
    if summary.totalRows == summary.rows, summary.totalRejects == summary.rejects,
      summary.sources.allSatisfy({ $0.beginning == .fresh })
    {
      return text
    }
    return text + "in all: \(Figures.count(summary.totalRows, "row")),"
      + " \(Figures.count(summary.totalRejects, "reject"))\n"
  }

  /// How the reading of each source began, in few lines: what is fresh goes without saying, and of
  /// many that were done before there is only the number.
  private func beginnings(_ sources: [ImportSummary.Source]) -> String {
    var text = ""
    var done = 0
    let isSeveral = sources.count > 1
    for source in sources {
      let name = isSeveral ? "\(source.name): " : ""
      switch source.beginning {
      case .fresh: break
      case .resumed(let offset):
        text += "\(name)resumed at byte \(offset), where an interrupted run had committed\n"
      case .continued where source.bytes == 0 && isSeveral: done += 1
      case .continued(let offset) where source.bytes == 0:
        text += "nothing new: all \(offset) bytes were imported before\n"
      case .continued(let offset):
        text += "\(name)imported what was appended behind byte \(offset)\n"
      }
    }
    if done > 0 { text += "nothing new in \(done) of \(sources.count) files\n" }
    return text
  }
}
