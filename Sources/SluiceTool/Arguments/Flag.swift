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

  static let check = Flag(
    "--check", "full|accessed",
    "how much of each record is checked: all of it, or only what is read; full unless told")
  static let maximumRecord = Flag(
    "--max-record", "BYTES",
    "reject longer records (64M unless told); takes K, M and G for powers of 1024")
  static let framing = Flag(
    "--framing", "NAME",
    "how records follow each other: lines, concatenated, sequence (RFC 7464), elements (of the root"
      + " array), elements:/POINTER, document; auto, unless told, looks at the first lines")
  static let maximumErrors = Flag(
    "--max-errors", "N|P%",
    "stop when more than N records are bad, or more than P percent of them (once there are 1000)")
  static let rejects = Flag(
    "--rejects", "FILE",
    "append rejected records: one JSON object a line, with record number, line, offset, reason"
      + " and the record itself; see sluice replay")

  static let follow = Flag(
    "--follow", nil,
    "wait for more at the feed's end, as tail -F does, also when the file is replaced or cut; Ctrl-C"
      + " ends it")
  static let jobs = Flag(
    "--jobs", "N",
    "read lines on N threads (1 unless told); records stay in their order")

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
  ]
  static let explode = Flag(
    "--explode", "PATH",
    "make a row of each element of the array there; columns of an element have paths such as"
      + " PATH[].sha, and NAME:element is its index")
  static let unknownKeys = Flag(
    "--unknown-keys", "ignore|report|stop",
    "what becomes of keys that no column names: nothing (unless told), they are counted and told at"
      + " the end, or the command stops")
  static let filter = Flag(
    "--where", "CONDITION",
    "take only records of which it holds, such as \"type = 'PushEvent' and payload.size >= 3\"; also"
      + " in, exists, contains, startsWith, endsWith, matches, not, or, and parentheses")

  /// What every command that reads a feed takes.
  static let feed = [framing, follow, jobs, check, rejects, maximumErrors, maximumRecord]
}
