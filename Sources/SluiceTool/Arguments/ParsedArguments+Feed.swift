import Sluice
import SluiceFeed
import SluiceImport
import SluiceSystem

/// The flags of all commands that read a feed: those of job files, and of columns.
extension ParsedArguments {
  /// FEED: a file, several files and patterns, or `-` for standard input.
  func feedSource(_ name: String = "FEED") throws(UsageError) -> FeedSource {
    let words = try someOperands(name)
    return try ParsedArguments.using { () throws(ImportError) in
      try SourceDescription.feedSource(words, isFollowing: has("--follow"))
    }
  }

  func feedOptions() throws(UsageError) -> FeedOptions {
    let file = try settings(over: ImportJobFile())
    guard file.rejectTable == nil else {
      throw UsageError("--rejects table:NAME is for sluice import into a database; name a file")
    }
    let options = file.options
    var feed = options.feed
    feed.countsReasons = true
    feed.badRecords = options.rejectFile.map { .reject(to: $0) } ?? .skip
    return feed
  }

  func filter() throws(UsageError) -> Filter? { try settings(over: ImportJobFile()).options.filter }

  /// The settings of the flags, which replace those of a job file.
  func settings(over file: ImportJobFile) throws(UsageError) -> ImportJobFile {
    var file = file
    for setting in JobSetting.all {
      guard let json = try json(of: setting) else { continue }
      try ParsedArguments.using { () throws(ImportError) in
        try setting.set(json, from: setting.flag, in: &file)
      }
    }
    return file
  }

  /// A flag's value in the form of a job file; nil when the flag is not given.
  private func json(of setting: JobSetting) throws(UsageError) -> JSON? {
    let flag = setting.flag
    guard let text = value(flag), !command.ownFlags.contains(flag) else { return nil }
    switch setting.shape {
    case .bool: return true
    case .integer(let range): return try number(flag, in: range).map { JSON($0) }
    case .choice(let words): return .string(try choice(flag, among: words))
    case .list, .either(_, .list):
      return .array(
        text.parts(at: ",").filter { !$0.isEmpty }.map { .string(String($0)) })
    case .either:
      // Those of a number or a word.
      let json = Int(text).map { JSON($0) } ?? .string(text)
      guard (try? setting.shape.check(json, at: flag)) != nil else {
        let expected =
          flag == JobSetting.maximumErrors.flag
          ? "a number of records, such as 100, or a share, such as 0.5%"
          : "a number from 1 on, or off"
        throw UsageError("\(flag) takes \(expected), found \"\(text)\"")
      }
      return json
    default: return .string(text)
    }
  }

  /// The specifications of the columns.
  func columns() throws(UsageError) -> [ImportColumn] {
    _ = try required("--column")
    return try columns(over: [])
  }

  /// The columns of the flags, or else those of a job file, with what flags require of either.
  func columns(over others: [ImportColumn]) throws(UsageError) -> [ImportColumn] {
    var columns: [ImportColumn] = []
    for text in allValues("--column") {
      columns.append(
        try ParsedArguments.using { () throws(ImportError) in try ImportColumn(parsing: text) })
    }
    for text in allValues("--constant") {
      columns.append(
        try ParsedArguments.using { () throws(ImportError) in
          try ImportColumn(parsingConstant: text)
        })
    }
    if columns.isEmpty { columns = others }
    for name in allValues("--required") {
      columns[try place(of: name, in: columns, "--required")].contract.isRequired = true
    }
    for text in allValues("--default") {
      let (name, value) = try pair(text, "--default")
      let place = try place(of: name, in: columns, "--default")
      let type = columns[place].type
      columns[place].contract.standIn = try ParsedArguments.using { () throws(ImportError) in
        try ColumnConstant(value, as: type)
      }
    }
    for text in allValues("--mismatch") {
      let (name, value) = try pair(text, "--mismatch")
      let place = try place(of: name, in: columns, "--mismatch")
      guard let mismatch = ColumnContract.Mismatch(rawValue: value) else {
        throw UsageError("--mismatch takes COLUMN=reject, null or stop, found \"\(text)\"")
      }
      columns[place].contract.mismatch = mismatch
    }
    for text in allValues("--transform") {
      let (name, value) = try pair(text, "--transform")
      let place = try place(of: name, in: columns, "--transform")
      guard let transform = ColumnTransform(rawValue: value) else {
        throw UsageError(
          "--transform takes COLUMN=trim, lowercase or uppercase, found \"\(text)\"")
      }
      columns[place].contract.transform = transform
    }
    for flag in ["--fraction", "--zone"] {
      for text in allValues(flag) { try accept(text, flag, in: &columns) }
    }
    return columns
  }

  /// Adds what a flag has a column accept.
  private func accept(
    _ text: String, _ flag: String, in columns: inout [ImportColumn]
  ) throws(UsageError) {
    let (name, value) = try pair(text, flag)
    let place = try place(of: name, in: columns, flag)
    guard !value.isEmpty, !value.utf8.contains(0x20) else {
      throw UsageError("\(flag) takes a word after COLUMN=, found \"\(text)\"")
    }
    let type = columns[place].type
    try ParsedArguments.using { () throws(ImportError) in
      try columns[place].accepts.add("\(flag.dropFirst(2)) \(value)", for: type)
    }
  }

  /// Parses COLUMN=VALUE. A column's name can't contain `=`, as in its specification. Iterates over
  /// scalars, because a combining mark at the start of the value is one character with the `=`.
  private func pair(_ text: String, _ flag: String) throws(UsageError) -> (String, String) {
    let scalars = text.unicodeScalars
    guard let equals = scalars.firstIndex(of: "=") else {
      throw UsageError("\(flag) takes COLUMN=VALUE, found \"\(text)\"")
    }
    return (String(scalars[..<equals]), String(scalars[scalars.index(after: equals)...]))
  }

  private func place(
    of name: String, in columns: [ImportColumn], _ flag: String
  ) throws(UsageError) -> Int {
    if let place = columns.firstIndex(where: { $0.name == ByteName(name) && $0.path != nil }) {
      return place
    }
    throw UsageError("\(flag): there is no --column \"\(name)\" with a path")
  }

  func path(_ flag: String) throws(UsageError) -> ColumnPath? {
    try value(flag).map { text throws(UsageError) in try ParsedArguments.path(text) }
  }

  /// The paths of a flag that may be repeated, each value a list with commas between them. A JSON Pointer or
  /// a JSONPath, in which commas may stand, is a value of its own. No path may be there twice.
  func paths(_ flag: String) throws(UsageError) -> [ColumnPath] {
    var paths: [ColumnPath] = []
    for value in allValues(flag) {
      let isOne = value.starts(withText: "/") || value.starts(withText: "$")
      let texts =
        isOne
        ? [value] : value.parts(at: ",").map(String.init)
      for text in texts {
        let path = try ParsedArguments.path(text)
        guard !paths.contains(path) else { throw UsageError("\(flag) has \"\(path)\" twice") }
        paths.append(path)
      }
    }
    return paths
  }

  static func path(_ text: String) throws(UsageError) -> ColumnPath {
    try using { () throws(ImportError) in try ColumnPath(parsing: text) }
  }

  /// Turns an error about the arguments into a usage error.
  static func using<R>(_ body: () throws(ImportError) -> R) throws(UsageError) -> R {
    do throws(ImportError) {
      return try body()
    } catch {
      throw UsageError(error.message)
    }
  }
}
