import SluiceImport

/// A flag of a command.
struct Flag {
  /// With its dashes: `--into`.
  let name: String
  /// What stands behind it, such as `FILE`; nil for a switch.
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

  /// The words that its value is one of, where it is.
  var choices: [String] {
    guard let value, value.contains("|"), value.allSatisfy({ $0.isLowercase || "|-".contains($0) })
    else { return [] }
    return value.split(separator: "|").map(String.init)
  }

  /// Whether its value names a file, or may.
  var takesFile: Bool { value == "FILE" || value == "TARGET" }

  static let check = Flag(JobSetting.check)
  static let duplicates = Flag(JobSetting.duplicates)
  static let maximumRecord = Flag(JobSetting.maximumRecord)
  static let framing = Flag(JobSetting.framing)
  static let maximumErrors = Flag(JobSetting.maximumErrors)
  static let rejects = Flag(JobSetting.rejects)
  static let follow = Flag(JobSetting.follow)
  static let jobs = Flag(JobSetting.jobs)

  /// What every command that makes rows takes.
  static let columns = [
    Flag(
      "--column", "SPEC",
      "a column: NAME:TYPE=PATH, or NAME: and one of source, offset, line, record, raw, element;"
        + " once for each",
      repeats: true),
    Flag(
      "--constant", "NAME:TYPE=VALUE", "a column with the same value in each row", repeats: true),
    Flag("--required", "COLUMN", "reject records in which it is missing or null", repeats: true),
    Flag("--default", "COLUMN=VALUE", "what stands in where it is missing or null", repeats: true),
    Flag(
      "--mismatch", "COLUMN=reject|null|stop",
      "what becomes of a value of another type: the record is rejected (unless told), the value is"
        + " NULL or the default and counted, or the command stops", repeats: true),
    Flag(
      "--transform", "COLUMN=trim|lowercase|uppercase",
      "what is made of the texts of a column of type text: white space at both ends is left out, or"
        + " letters become small or capital ones", repeats: true),
  ]
  static let filter = Flag(JobSetting.filter)
  static let explode = Flag(JobSetting.explode)
  static let unknownKeys = Flag(JobSetting.unknownKeys)

  /// What every command that reads a feed takes.
  static let feed = [
    framing, follow, jobs, check, duplicates, rejects, maximumErrors, maximumRecord,
  ]

  /// Decisions about a target that is not as earlier runs left it.
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
        "go on though the table (or file) of that name is another one than before: it was restored from"
          + " a dump, say; kept from then on"), .adoptTable
    ),
    (
      Flag(
        "--table-may-be-empty", nil,
        "go on though the table is empty: others take its rows away; kept from then on"),
      .mayBeEmpty
    ),
  ]

  /// What every command that takes a job takes.
  static let job =
    [
      Flag(
        "--job", "FILE",
        "a job file, which says what these flags say; FEEDs and flags beside it take the place of"
          + " what it says"),
      Flag(JobSetting.target), Flag(JobSetting.table), Flag(JobSetting.mode), Flag(JobSetting.key),
    ] + columns + [filter, explode, unknownKeys, Flag(JobSetting.batch), Flag(JobSetting.final)]
    + tableChoices.map(\.flag) + feed
}
