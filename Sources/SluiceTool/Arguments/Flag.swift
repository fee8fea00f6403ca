import SluiceImport

/// A flag of a command.
struct Flag {
  /// The name with its dashes: `--into`.
  let name: String
  /// The placeholder of the value, such as `FILE`; nil for a switch.
  let value: String?
  let help: String
  /// Whether it may be given more than once.
  let repeats: Bool

  init(_ name: String, _ value: String? = nil, _ help: String, repeats: Bool = false) {
    self.name = name
    self.value = value
    self.help = help
    self.repeats = repeats
  }

  /// The flag of a key of job files.
  init(_ setting: JobSetting) {
    self.init(setting.flag, setting.placeholder, setting.help)
  }

  /// The possible values, if they are a fixed set of words.
  var choices: [String] {
    guard let value, value.contains("|"), value.allSatisfy({ $0.isLowercase || "|-".contains($0) })
    else { return [] }
    return value.split(separator: "|").map(String.init)
  }

  /// Whether it takes two words, as its placeholder shows: `SHARES PATH`.
  var takesPair: Bool { value?.contains(" ") ?? false }

  /// Whether its value is, or may be, a file's name.
  var takesFile: Bool { value?.hasPrefix("FILE") == true || value == "TARGET" }

  static let check = Flag(JobSetting.check)
  static let duplicates = Flag(JobSetting.duplicates)
  static let maximumRecord = Flag(JobSetting.maximumRecord)
  static let maximumDepth = Flag(JobSetting.maximumDepth)
  static let maximumRatio = Flag(JobSetting.maximumRatio)
  static let maximumDecompressed = Flag(JobSetting.maximumDecompressed)
  static let members = Flag(JobSetting.members)
  static let framing = Flag(JobSetting.framing)
  static let lines = Flag(JobSetting.lines)
  static let prefix = Flag(JobSetting.prefix)
  static let inside = Flag(JobSetting.inside)
  static let range = Flag(JobSetting.range)
  static let countFrom = Flag(JobSetting.countFrom)
  static let maximumErrors = Flag(JobSetting.maximumErrors)
  static let rejects = Flag(JobSetting.rejects)
  static let follow = Flag(JobSetting.follow)
  static let jobs = Flag(JobSetting.jobs)

  /// The flags of all commands that make rows.
  static let columns = [
    Flag(
      "--column", "SPEC",
      "a column: NAME:TYPE=PATH, or NAME: and one of source, offset, line, record, raw, element;"
        + " once for each. \"NAME:TYPE accepts WORD …=PATH\" takes more than its type: int accepts text",
      repeats: true),
    Flag(
      "--constant", "NAME:TYPE=VALUE", "a column with the same value in every row", repeats: true),
    Flag("--required", "COLUMN", "reject records in which it is missing or null", repeats: true),
    Flag(
      "--default", "COLUMN=VALUE", "the value to use where it is missing or null", repeats: true),
    Flag(
      "--mismatch", "COLUMN=reject|null|stop",
      "what to do with a value of another type: reject the record (the default), store NULL or the"
        + " column's default and count it, or stop", repeats: true),
    Flag(
      "--transform", "COLUMN=trim|lowercase|uppercase",
      "change the texts of a column of type text: remove white space at both ends, or convert to"
        + " lowercase or uppercase", repeats: true),
    Flag(
      "--fraction", "COLUMN=cut|round",
      "take times finer than the microsecond that a timestamp holds: the same as \"accepts fraction cut\"",
      repeats: true),
    Flag(
      "--zone", "COLUMN=NAME",
      "take times without a zone as those of NAME's clocks, such as Europe/Berlin: the same as \"accepts zone"
        + " NAME\"", repeats: true),
  ]
  static let filter = Flag(JobSetting.filter)
  static let explode = Flag(JobSetting.explode)
  static let unknownKeys = Flag(JobSetting.unknownKeys)

  /// The flags of all commands that read a feed.
  static let feed = [
    members, framing, lines, prefix, inside, range, countFrom, follow, jobs, check, duplicates,
    rejects,
    maximumErrors,
    maximumRecord, maximumDepth, maximumRatio, maximumDecompressed,
  ]

  /// What to do with a target that is not as earlier runs left it.
  static let tableChoices: [(flag: Flag, choice: TableChoices)] = [
    (
      Flag(
        "--restart", nil,
        "forget how far earlier runs came with these feeds, and import them from their start; with"
          + " --mode replace, discard what an interrupted one has gathered"), .restart
    ),
    (
      Flag(
        "--adopt-table", nil,
        "continue though the table (or file) of that name is another one than before, restored from"
          + " a dump, say; remembered from then on"), .adoptTable
    ),
    (
      Flag(
        "--table-may-be-empty", nil,
        "continue though the table is empty, as others remove its rows; remembered from then on"),
      .mayBeEmpty
    ),
  ]

  /// The flags of all commands that take a job.
  static let job =
    [
      Flag(
        "--job", "FILE",
        "a job file, which contains these settings; FEEDs and flags given with it replace"
          + " its own"),
      Flag(JobSetting.target), Flag(JobSetting.table), Flag(JobSetting.mode), Flag(JobSetting.key),
      Flag(JobSetting.addColumns), Flag(JobSetting.createIndex),
    ] + columns + [
      filter, explode, unknownKeys, Flag(JobSetting.batch), Flag(JobSetting.final),
      Flag(JobSetting.gate),
    ]
    + tableChoices.map(\.flag) + feed
}
