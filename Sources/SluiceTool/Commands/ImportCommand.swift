import SluiceFeed
import SluiceImport

/// `sluice import`: a feed's records into a table or a file.
struct ImportCommand: Command {
  static let name = "import"
  static let summary = "import the records of a feed into a database or a file"
  static let synopsis = "FEED --into TARGET [--table NAME] --column SPEC [--column SPEC …]"
  static let discussion = """
    Each record becomes a row. A SPEC is NAME:TYPE=PATH, with the types int, real, text, bool and
    json. A PATH is a key path such as actor.login or commits.0.sha, a JSON Pointer such as
    /labels/a.b for keys with dots in them, or $ for the whole record.
    A value that is missing or null becomes NULL. A record with a value of another type, and one
    that is not valid JSON, is rejected and never changed silently.

    A TARGET is a SQLite file, a PostgreSQL database (postgresql://host/name), a file that ends in
    .csv, .tsv or .ndjson, or, on standard output, csv:-, tsv:- or ndjson:-. Databases need --table.
    --mode append adds rows, replace empties the target first, and upsert (databases only) puts a
    row in the place of the one with the same --key.

    Rows and the position reached in the feed are committed together. Run the same command again
    after it was killed, and it goes on from there; when the feed has grown, only what was
    appended is imported. Standard input can't be resumed: each run imports all of it.
    """
  static let example = """
    sluice import events.ndjson --into events.sqlite --table events \\
      --column 'id:int=id' --column 'actor:text=actor.login' --rejects rejects.ndjson
    """
  static let flags =
    [
      Flag("--into", "TARGET", "a database or a file; a file is made when it is missing"),
      Flag("--table", "NAME", "the database's table; made when it is missing"),
      Flag("--mode", "append|replace|upsert", "what becomes of earlier rows (append unless told)"),
      Flag("--key", "NAMES", "for upsert: the columns that tell rows apart, with commas"),
      Flag("--column", "SPEC", "a column: NAME:TYPE=PATH; once for each", repeats: true),
      Flag("--batch", "N", "records in a transaction (10000 unless told)"),
    ] + Flag.feed

  private let source: FeedSource
  private let target: SinkTarget
  private let sink: any Sink
  private let columns: [ImportColumn]
  private let options: ImportOptions

  init(_ arguments: ParsedArguments) throws(UsageError) {
    source = try arguments.feedSource()
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
    _ = try arguments.required("--column")
    var columns: [ImportColumn] = []
    for specification in arguments.allValues("--column") {
      do throws(ImportError) {
        columns.append(try ImportColumn(parsing: specification))
      } catch {
        throw UsageError(error.message)
      }
    }
    self.columns = columns
    options = ImportOptions(
      feed: try arguments.feedOptions(),
      batchSize: try arguments.number("--batch", in: 1...1_000_000_000) ?? 10_000,
      rejectFile: arguments.value("--rejects"))
  }

  func run() throws -> ExitStatus {
    let job = try ImportJob(feed: source, columns: columns, sink: sink, options: options)
    let begin = monotonicSeconds()
    var line = ProgressLine()
    let result = Result { try job.run { line.show($0) } }
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
    return summary.rejects == 0 ? .success : .rejected
  }

  private func report(_ summary: ImportSummary, seconds: Double) -> String {
    var text = ""
    switch summary.beginning {
    case .fresh: break
    case .resumed(let offset):
      text += "resumed at byte \(offset), where an interrupted run had committed\n"
    case .continued(let offset) where summary.bytes == 0:
      text += "nothing new: all \(offset) bytes were imported before\n"
    case .continued(let offset):
      text += "imported what was appended behind byte \(offset)\n"
    }
    text += "\(Figures.count(summary.records, "record")): \(Figures.count(summary.rows, "row"))"
    text += " into \(target), \(Figures.count(summary.rejects, "reject"))"
    if summary.rejects > 0, let file = options.rejectFile { text += " in \(file)" }
    text += " (\(Figures.speed(bytes: summary.bytes, seconds: seconds)))\n"
    if case .fresh = summary.beginning { return text }
    return text + "in all: \(Figures.count(summary.totalRows, "row")),"
      + " \(Figures.count(summary.totalRejects, "reject"))\n"
  }
}
