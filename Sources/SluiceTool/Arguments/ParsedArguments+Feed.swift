import Sluice
import SluiceFeed
import SluiceImport

/// The flags that every command that reads a feed takes.
extension ParsedArguments {
  private enum Check: String, CaseIterable {
    case full, accessed
  }

  /// FEED: a file, or several and patterns of them, or `-` for standard input.
  func feedSource(_ name: String = "FEED") throws(UsageError) -> FeedSource {
    let words = try someOperands(name)
    if has("--follow") {
      guard words.count == 1, words[0] != "-" else {
        throw UsageError("--follow takes one file, found \(words.joined(separator: " "))")
      }
      return .follow(words[0])
    }
    guard words != ["-"] else { return .standardInput }
    guard !words.contains("-") else {
      throw UsageError("standard input (-) can't be read together with files")
    }
    var files: [String] = []
    for word in words { files += try ParsedArguments.files(word) }
    return files.count == 1 ? .file(files[0]) : .files(files)
  }

  /// A word that names a file is that file, also with an asterisk in its name; another one with a
  /// character of patterns in it stands for the files that match it.
  private static func files(_ word: String) throws(UsageError) -> [String] {
    guard word.contains(where: { "*?[".contains($0) }), !FileNames.isThere(word) else {
      return [word]
    }
    do throws(JSONError) {
      return try Glob.files(matching: word)
    } catch {
      throw UsageError("\(error)")
    }
  }

  func feedOptions() throws(UsageError) -> FeedOptions {
    var options = FeedOptions(framing: .auto, badRecords: .skip)
    if let name = value("--framing") {
      do throws(JSONError) {
        options.framing = try FeedFraming(name)
      } catch {
        throw UsageError("--framing: \(error.summary)")
      }
    }
    if let file = value("--rejects") { options.badRecords = .reject(to: file) }
    try maximumErrors(&options)
    options.checking = try choice("--check", as: Check.self) == .accessed ? .accessed : .full
    options.parallel = try number("--jobs", in: 1...256) ?? 1
    if let size = try number("--max-record", in: 1...(2 << 30)) { options.maximumRecordSize = size }
    return options
  }

  func filter() throws(UsageError) -> Filter? {
    try value("--where").map { text throws(UsageError) in
      try ParsedArguments.using { () throws(ImportError) in try Filter(text) }
    }
  }

  /// The columns, each as it is to be parsed.
  func columns() throws(UsageError) -> [ImportColumn] {
    _ = try required("--column")
    var columns = try allValues("--column").map { text throws(UsageError) in
      try ParsedArguments.using { () throws(ImportError) in try ImportColumn(parsing: text) }
    }
    for text in allValues("--constant") {
      columns.append(
        try ParsedArguments.using { () throws(ImportError) in
          try ImportColumn(parsingConstant: text)
        })
    }
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
    return columns
  }

  /// COLUMN=VALUE. The column's name may hold no `=`, as in its specification.
  private func pair(_ text: String, _ flag: String) throws(UsageError) -> (String, String) {
    guard let equals = text.firstIndex(of: "=") else {
      throw UsageError("\(flag) takes COLUMN=VALUE, found \"\(text)\"")
    }
    return (String(text[..<equals]), String(text[text.index(after: equals)...]))
  }

  private func place(
    of name: String, in columns: [ImportColumn], _ flag: String
  ) throws(UsageError) -> Int {
    if let place = columns.firstIndex(where: { $0.name == name && $0.path != nil }) { return place }
    throw UsageError("\(flag): there is no --column \"\(name)\" with a path")
  }

  func path(_ flag: String) throws(UsageError) -> ColumnPath? {
    try value(flag).map { text throws(UsageError) in
      try ParsedArguments.using { () throws(ImportError) in try ColumnPath(parsing: text) }
    }
  }

  /// What is wrong with what was given, as wrong usage.
  static func using<R>(_ body: () throws(ImportError) -> R) throws(UsageError) -> R {
    do throws(ImportError) {
      return try body()
    } catch {
      throw UsageError(error.message)
    }
  }

  /// A number of records, or with a percent sign a share of them.
  private func maximumErrors(_ options: inout FeedOptions) throws(UsageError) {
    guard let text = value("--max-errors") else { return }
    if text.hasSuffix("%"), let share = Double(text.dropLast()), (0...100).contains(share) {
      options.maximumBadShare = share / 100
    } else if let count = Int(text), count >= 0 {
      options.maximumBadRecords = count
    } else {
      throw UsageError(
        "--max-errors takes a number of records, such as 100, or a share, such as 0.5%, found"
          + " \"\(text)\"")
    }
  }
}
