import Sluice
import SluiceFeed
import SluiceImport
import SluiceSystem

/// `sluice infer`: what a feed's records look like, and the columns for them.
struct InferCommand: Command {
  static let name = "infer"
  static let summary =
    "examine a feed's records and propose a job, columns, a table, a schema or a type"
  static let synopsis = "FEED… [--records N|all] [--start] [--nested] [--as FORM] [--name NAME]"
  static let discussion = """
    Examines 10000 records, or --records, and prints a job file for them. They come from ten places of
    a file of lines, and from the start of one that is compressed or has another framing; of many
    files, 100 are examined. With --start they are the first ones. The columns take every record that
    was examined. Give it to sluice import --job, with --into and --table as flags
    or written into it.

    --as job        the job file (the default)
    --as columns    a table to read, and the --column arguments for sluice import
    --as json       the whole report
    --as json-schema  a JSON Schema, draft 2020-12
    --as sql        CREATE TABLE for these columns, of SQLite or of another --dialect
    --as swift      a struct with its rule, for SluiceRules
    --as codable    a Codable struct, for SluiceCodable or Foundation

    The table has each path: type, nulls, objects that lack it, distinct values, format, and values.
    [] stands for the elements of an array, * for the fields of an object whose keys are data. A
    format (date, timestamp, uuid, ipv4, ipv6, url; for numbers epoch-seconds and so on, which is a
    guess) is named only when every value has it. Up to 200 distinct values are counted exactly, more
    are estimated (~).

    Numbers and Booleans in strings stay text. Where 99 of 100 values are one, --as columns and --as json
    also say which column would store them (int accepts text), and how many values it would reject.

    Values of several types, arrays, and numbers that no integer or double holds become columns of
    JSON, as they are written.
    With --nested, arrays, objects in them and objects whose keys are data become columns of nested
    types (list<int>, struct<name: text>, map<text, int>), for column batches: Arrow and Python.
    With --job the columns of that job file are kept, and widened where the records need it: int and
    other numbers become decimal, values of several kinds json. Paths without a column get one. What
    changes is reported, and the rest of the job stays as it is.
    Bad records are counted, and the first ten named; see sluice count --rejects for all. Exits with
    1 when there were bad records, or no good ones.
    """
  static let example = """
    sluice infer events.ndjson > job.json
    sluice import --job job.json --into events.sqlite --table events
    sluice infer events.ndjson --job job.json > wider.json
    sluice infer events.ndjson --as columns
    sluice infer 'logs/*.ndjson.gz' --records all --as sql --dialect postgresql --name logs
    sluice infer events.ndjson --as swift --name Event > Event.swift
    """
  static let flags = [
    Flag("--records", "N|all", "how many good records to examine (default: 10000)"),
    Flag("--start", nil, "take the first ones, not those of ten places of a file"),
    Flag("--nested", nil, "propose nested types instead of JSON, for column batches"),
    Flag(
      "--as", "job|columns|json|json-schema|sql|swift|codable",
      "what to print (default: a job file)"),
    Flag("--job", "FILE", "a job file, whose columns are widened for these records"),
    Flag(
      "--dialect", "sqlite|postgresql|mariadb|clickhouse|duckdb",
      "the database that the SQL is for (default: sqlite)"
    ),
    Flag(
      "--name", "NAME", "the name of the table (default: records) or the struct (default: Record)"),
    Flag.members, Flag.framing, Flag.lines, Flag.prefix, Flag.inside, Flag.range, Flag.duplicates,
    Flag.maximumErrors, Flag.maximumRecord, Flag.maximumDepth, Flag.maximumRatio,
    Flag.maximumDecompressed,
  ]

  private enum InferredForm: String, CaseIterable {
    case job, columns, json
    case jsonSchema = "json-schema"
    case sql, swift, codable
  }

  private let source: FeedSource
  /// In the user's spelling.
  private let sources: [String]
  private let options: InferenceOptions
  private let form: InferredForm
  private let dialect: SQLDialect
  private let givenName: String?
  private let present: ImportJobFile?

  init(_ arguments: ParsedArguments) throws(UsageError) {
    source = try arguments.feedSource()
    sources = arguments.operands
    form = try arguments.choice("--as", as: InferredForm.self) ?? .job
    if form == .job {
      let sources = sources
      try ParsedArguments.using { () throws(ImportError) in
        try SourceDescription.checkStorable(sources)
      }
    }
    if arguments.has("--dialect"), form != .sql {
      throw UsageError("--dialect is for --as sql")
    }
    dialect = try arguments.choice("--dialect", as: SQLDialect.self) ?? .sqlite
    if arguments.has("--job"), form != .job {
      throw UsageError("--job is for --as job")
    }
    present = try arguments.value("--job").map { path throws(UsageError) in
      try ParsedArguments.using { () throws(ImportError) in
        try ImportJobFile(contentsOf: path)
      }
    }
    if arguments.has("--nested"), ![.job, .columns, .json].contains(form) {
      throw UsageError("--nested is for --as job, --as columns and --as json")
    }
    if arguments.has("--name"), ![.sql, .swift, .codable].contains(form) {
      throw UsageError("--name is for --as sql, --as swift and --as codable")
    }
    givenName = arguments.value("--name")
    if givenName == "" { throw UsageError("--name needs a name") }
    let isAll = arguments.value("--records") == "all"
    let records = try isAll ? nil : arguments.number("--records", in: 1...(1 << 40)) ?? 10_000
    var options = InferenceOptions(
      feed: try arguments.feedOptions(), records: records,
      isSpread: !arguments.has("--start"),
      isNested: arguments.has("--nested"))
    options.exploded = present?.options.explode
    self.options = options
  }

  func files() throws -> FileRoles { try FileRoles(source, options.feed) }

  func run() throws -> ExitStatus {
    let stop = Interruption.stop()
    var line = ProgressLine()
    let result = Result {
      try InferenceReport(reading: source, options: options, stop: stop) { now in
        line.show(
          offset: now.offset, size: now.totalBytes,
          "\(now.counts.records) records  \(now.counts.rejected) bad")
      }
    }
    line.clear()
    let report: InferenceReport
    do {
      report = try result.get()
    } catch let error as TooManyBadRecords {
      StandardError.complain("\(error)")
      return .limitReached
    }
    try write(report)
    try unsafe StandardOutput.shared.flush()
    StandardError.write(remarks(report))
    if stop.isStopped { return .interrupted }
    return report.rejected > 0 || report.records == 0 ? .rejected : .success
  }

  private func write(_ report: InferenceReport) throws {
    guard report.records > 0 || form == .json else { return }
    switch form {
    case .job:
      guard let present else {
        try unsafe StandardOutput.shared.write(
          report.jobFile(of: sources, options.feed).description)
        return
      }
      let (job, changes) = try present.widened(by: report)
      try unsafe StandardOutput.shared.write(job.description)
      StandardError.write(changes.map { PrintableText.line("\($0)") + "\n" }.joined())
    case .columns: try unsafe StandardOutput.shared.tell(report.table)
    case .json: try write(report.json)
    case .jsonSchema: try write(report.jsonSchema)
    case .sql:
      try unsafe StandardOutput.shared.write(
        try report.createTable(named: givenName ?? "records", dialect: dialect))
    case .swift:
      try unsafe StandardOutput.shared.write(try report.swiftSource(named: givenName ?? "Record"))
    case .codable:
      try unsafe StandardOutput.shared.write(
        try report.swiftSource(named: givenName ?? "Record", style: .codable))
    }
  }

  private func write(_ json: JSON) throws {
    var writer = JSONWriter(options: .pretty)
    try writer.value(json)
    try unsafe StandardOutput.shared.write(contentsOf: try writer.takeBytes())
    try unsafe StandardOutput.shared.write("\n")
  }

  /// Remarks that are not data: which records were bad, and why there is no result.
  private func remarks(_ report: InferenceReport) -> String {
    // A table says it itself.
    var text = report.isComplete || form == .columns ? "" : "examined \(report.summary)\n"
    text += report.badRecords.map { "\($0)\n" }.joined()
    let more = report.rejected - Int64(report.badRecords.count)
    if more > 0 { text += "and \(Figures.count(more, "more bad record"))\n" }
    if report.records == 0 {
      text +=
        "sluice: \(PrintableText.line(report.source)) has no \(report.rejected == 0 ? "" : "good ")records:"
      text += " there is nothing to infer\n"
    }
    return text
  }
}
