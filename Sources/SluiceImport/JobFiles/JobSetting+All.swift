import Sluice
import SluiceFeed

extension JobSetting {
  /// All settings, in the order in which files are written; some depend on earlier ones.
  package static let all = [
    sources, members, framing, lines, prefix, inside, range, countFrom, check, duplicates, follow,
    final,
    jobs, maximumRecord, maximumRatio, maximumDecompressed,
    filter, explode,
    unknownKeys,
    columns, target, table, mode, key, addColumns, createIndex,
    batch, rejects, maximumErrors,
  ]

  private static let usual = ImportJobFile()

  /// The only one that is not a flag: on the command line it needs none.
  static let sources = JobSetting(
    key: "sources", placeholder: "FEED…",
    help: "files and patterns, relative to the job file's folder, and URLs; or only -, which is"
      + " standard input",
    shape: .list(of: .name),
    read: { (json, place, file) throws(ImportError) in
      file.sources = (json.array ?? []).compactMap(\.string)
    },
    write: { $0.sources.isEmpty ? nil : .array($0.sources.map { .string($0) }) })

  package static let members = text(
    "members", "PATTERN",
    "the files of tar and zip archives that are read, such as '*.ndjson' or 'logs/*'; an asterisk stands for"
      + " any characters, slashes too (default: all files)",
    set: { (pattern, file) throws(ImportError) in file.options.feed.members = pattern },
    get: { $0.options.feed.members })

  /// On the command line it has several flags: --column, --constant, --required, --default, --mismatch and
  /// --transform.
  static let columns = JobSetting(
    key: "columns", placeholder: "SPEC",
    help: "the columns of the rows, in their order",
    shape: .list(of: JobColumn.shape),
    read: { (json, place, file) throws(ImportError) in
      var columns: [ImportColumn] = []
      var names: Set<String> = []
      for (number, value) in (json.array ?? []).enumerated() {
        let place = "\(place)[\(number)]"
        let column = try JobColumn.column(value, at: place)
        guard names.insert(column.name.lowercased()).inserted else {
          throw JobShape.fault(
            at: "\(place).name",
            "there is a column \(JobShape.word(.string(column.name))) before, and names are the same"
              + " whatever the case of their letters")
        }
        columns.append(column)
      }
      file.columns = columns
    },
    write: { $0.columns.isEmpty ? nil : .array($0.columns.map(JobColumn.json)) })

  package static let framing = text(
    "framing", "NAME",
    "how records follow each other: lines, concatenated, sequence (RFC 7464), elements (of the root"
      + " array), elements:/POINTER, document; auto (the default) examines the first lines",
    set: { (name, file) throws(ImportError) in
      do throws(JSONError) {
        file.options.feed.framing = try FeedFraming(name)
      } catch {
        throw ImportError(.badJob, error.summary)
      }
    },
    get: { file in
      let framing = file.options.feed.framing
      return framing == usual.options.feed.framing ? nil : framing.description
    })

  package static let lines = choice(
    "lines",
    "what lines are: JSON (the default), or logfmt (key=value), with numbers, true, false and null as"
      + " such or all values as strings",
    unlessTold: LineForm.Content.json,
    set: { (content, file) throws(ImportError) in file.options.feed.lineForm.content = content },
    get: { $0.options.feed.lineForm.content })

  package static let prefix = text(
    "prefix", "PATTERN", shape: .text(mayHoldNUL: false),
    "what lines begin with before their JSON: syslog, kubectl, cri, compose, or a pattern such as"
      + " '{time} {host} {app}[{pid:int}]: ', whose parts are the record's field prefix (prefix.time)",
    set: { (pattern, file) throws(ImportError) in
      file.options.feed.lineForm.prefix = try JobSetting.described { () throws(JSONError) in
        try LinePattern(pattern)
      }
    },
    get: { $0.options.feed.lineForm.prefix?.description })

  package static let inside = text(
    "inside", "PATH",
    "the string in each line's object that contains the record, such as log in the files of docker; the"
      + " object around it is the record's field outer (outer.stream)",
    set: { (path, file) throws(ImportError) in
      file.options.feed.lineForm.inside = try JobSetting.described { () throws(JSONError) in
        try LineField(path)
      }
    },
    get: { $0.options.feed.lineForm.inside?.description })

  /// Turns a feed's error about a setting into one about the job.
  private static func described<R>(_ body: () throws(JSONError) -> R) throws(ImportError) -> R {
    do throws(JSONError) {
      return try body()
    } catch {
      throw ImportError(.badJob, error.summary)
    }
  }

  package static let range = text(
    "range", "A..B",
    shape: .pattern(
      "^(-|[0-9]{1,18}\\.\\.[0-9]{0,18}(@[0-9]{1,18})?)$", example: "1000..2000",
      check: { $0 == "-" || FeedRange($0) != nil }),
    "read only the lines that begin at byte A or after it, and before byte B; without B up to the end;"
      + " - for all lines. For one file of lines in UTF-8 that is not compressed; see sluice split",
    set: { (text, file) throws(ImportError) in
      let countsFromStart = file.options.feed.range?.countsFromStart ?? false
      file.options.feed.range = FeedRange(text, countsFromStart: countsFromStart)
    },
    get: { $0.options.feed.range?.text })

  private enum CountFrom: String, CaseIterable { case range, start }

  package static let countFrom = choice(
    "count-from",
    "with a range: count lines and records from the range's first line (the default), or from the"
      + " start of the file, which reads everything before the range",
    unlessTold: CountFrom.range,
    set: { (from, file) throws(ImportError) in
      guard let range = file.options.feed.range else {
        throw ImportError(.badJob, "count-from is for a range of a file, and none is given")
      }
      file.options.feed.range = FeedRange(
        bytes: range.bytes, countsFromStart: from == .start, memberOffset: range.memberOffset)
    },
    get: { $0.options.feed.range?.countsFromStart == true ? .start : nil })

  private enum Check: String, CaseIterable { case full, accessed }

  package static let check = choice(
    "check",
    "how much of each record is checked: all of it, or only what is read (default: full)",
    unlessTold: Check.full,
    set: { (check, file) throws(ImportError) in
      file.options.feed.checking = check == .full ? .full : .accessed
    },
    get: { $0.options.feed.checking == .accessed ? .accessed : .full })

  private enum Duplicates: String, CaseIterable { case first, last, reject }

  package static let duplicates = text(
    "duplicates", "first|last|reject", shape: .choice(Duplicates.allCases.map(\.rawValue)),
    "which field counts when an object has a key twice (default: the first), at every depth and in"
      + " columns, filters and groups alike; or such records are rejected",
    set: { (word, file) throws(ImportError) in
      file.options.feed.duplicateKeys =
        switch Duplicates(rawValue: word) {
        case .first: .firstWins
        case .last: .lastWins
        case .reject: .reject
        case nil: throw ImportError(.badJob, "\"\(word)\" is not one of first, last, reject")
        }
    },
    get: { file in
      switch file.options.feed.duplicateKeys {
      case .firstWins: Duplicates.first.rawValue
      case .lastWins: Duplicates.last.rawValue
      case .reject: Duplicates.reject.rawValue
      case nil: nil
      }
    })

  package static let follow = JobSetting(
    key: "follow", placeholder: nil,
    help:
      "wait for more at the feed's end, as tail -F does, even when the file is replaced, cut, or not"
      + " there yet; Ctrl-C ends it",
    shape: .bool,
    read: { (json, place, file) throws(ImportError) in file.isFollowing = json.bool ?? false },
    write: { $0.isFollowing ? true : nil })

  package static let final = JobSetting(
    key: "final", placeholder: nil,
    help:
      "take or reject an unfinished end of a file, such as a last line without newline that"
      + " is not a closed object or array; otherwise it is left for the next run",
    shape: .bool,
    read: { (json, place, file) throws(ImportError) in
      file.options.isFinal = json.bool ?? false
    },
    write: { $0.options.isFinal ? true : nil })

  package static let jobs = integer(
    "jobs", "N", in: 1...256,
    "read lines on N threads (default: 1); records stay in their order",
    set: { (number, file) throws(ImportError) in file.options.feed.parallel = number },
    get: { $0.options.feed.parallel == 1 ? nil : $0.options.feed.parallel })

  package static let maximumRecord = integer(
    "max-record", "BYTES", in: 1...(2 << 30),
    "reject longer records (default: 64M); takes K, M and G for powers of 1024",
    set: { (size, file) throws(ImportError) in file.options.feed.maximumRecordSize = size },
    get: { file in
      let size = file.options.feed.maximumRecordSize
      return size == usual.options.feed.maximumRecordSize ? nil : size
    })

  private static let noLimit = "off"

  package static let maximumRatio = JobSetting(
    key: "max-ratio", placeholder: "N|off",
    help:
      "stop at a compressed source with more than N times as many bytes of text, compared for every"
      + " 64 MiB of it (default: 1000); off for sources that you trust",
    shape: .either(.integer(1...1_000_000_000), .choice([noLimit])),
    read: { (json, place, file) throws(ImportError) in
      file.options.feed.decompression.ratio = json.int
    },
    write: { file in
      let ratio = file.options.feed.decompression.ratio
      if ratio == usual.options.feed.decompression.ratio { return nil }
      return ratio.map { JSON($0) } ?? .string(noLimit)
    })

  package static let maximumDecompressed = integer(
    "max-decompressed", "BYTES", in: 1...Int(FeedPosition.largest),
    "stop at a compressed source with more bytes of text (default: no limit); takes K, M and G",
    set: { (size, file) throws(ImportError) in
      file.options.feed.decompression.total = Int64(size)
    },
    get: { $0.options.feed.decompression.total.map { Int($0) } })

  package static let filter = text(
    "where", "CONDITION", shape: .text(mayHoldNUL: true),
    "take only records for which it holds, such as \"type = 'PushEvent' and payload.size >= 3\"; also"
      + " in, exists, contains, startsWith, endsWith, matches, not, or, and parentheses",
    set: { (text, file) throws(ImportError) in file.options.filter = try Filter(text) },
    get: { $0.options.filter?.description })

  package static let explode = text(
    "explode", "PATH", shape: .text(mayHoldNUL: true),
    "make a row of each element of the array there; columns of an element have paths such as"
      + " PATH[].sha, and NAME:element is its index",
    set: { (text, file) throws(ImportError) in
      file.options.explode = try ColumnPath(parsing: text)
    },
    get: { $0.options.explode?.description })

  package static let unknownKeys = choice(
    "unknown-keys",
    "what to do with keys that no column names: nothing (the default), count and report them at"
      + " the end, or stop",
    unlessTold: UnknownKeys.ignore,
    set: { (keys, file) throws(ImportError) in file.options.unknownKeys = keys },
    get: { $0.options.unknownKeys })

  package static let target = text(
    "into", "TARGET", "a database, a file, or a topic of Kafka; a missing one is created",
    set: { (text, file) throws(ImportError) in
      // A path in a job file is not yet relative to its folder; what only the file can tell is checked
      // later.
      _ = try TargetDescription.place(of: text)
      file.target = text
    },
    get: { $0.target })

  package static let table = text(
    "table", "NAME", "the database's table; created if it is missing",
    set: { (name, file) throws(ImportError) in file.table = name },
    get: { $0.table })

  private enum Mode: String, CaseIterable { case append, replace, upsert, ignore }

  package static let mode = choice(
    "mode", "what to do with earlier rows (default: append)", unlessTold: Mode.append,
    set: { (mode, file) throws(ImportError) in
      switch mode {
      case .append: file.mode = .append
      case .replace: file.mode = .replace
      case .upsert:
        if case .upsert = file.mode { break }
        file.mode = .upsert(key: [])
      case .ignore:
        if case .ignore = file.mode { break }
        file.mode = .ignore(key: [])
      }
    },
    get: { Mode(rawValue: $0.mode.word) })

  package static let key = JobSetting(
    key: "key", placeholder: "NAMES",
    help:
      "for upsert and ignore: the columns that identify a row, separated by commas; for a topic: those"
      + " that make its messages' key",
    shape: .list(of: .name),
    read: { (json, place, file) throws(ImportError) in
      let key = (json.array ?? []).compactMap(\.string)
      switch file.mode {
      case .upsert: file.mode = .upsert(key: key)
      case .ignore: file.mode = .ignore(key: key)
      case .append where file.target.map(RemoteSource.isKafka) == true: file.messageKey = key
      case .append, .replace:
        throw ImportError(
          .badJob,
          "--key is for --mode upsert and --mode ignore, found --mode \(file.mode.word)")
      }
    },
    write: { file in
      let key = file.mode.key ?? file.messageKey
      guard !key.isEmpty else { return nil }
      return .array(key.map { .string($0) })
    })

  package static let addColumns = JobSetting(
    key: "add-columns", placeholder: nil,
    help:
      "add columns that the table lacks to it; the job may then continue with other columns than"
      + " before",
    shape: .bool,
    read: { (json, place, file) throws(ImportError) in
      file.changes.addsColumns = json.bool ?? false
    },
    write: { $0.changes.addsColumns ? true : nil })

  package static let createIndex = JobSetting(
    key: "create-index", placeholder: "INDEXES",
    help: "indexes that the table gets unless it has them, separated by commas: at, user+at (of two"
      + " columns), unique:id",
    shape: .list(of: .name),
    read: { (json, place, file) throws(ImportError) in
      try JobColumn.at(place) { () throws(ImportError) in
        var indexes: [TableIndex] = []
        for text in (json.array ?? []).compactMap(\.string) {
          indexes.append(try TableIndex(parsing: text))
        }
        file.changes.indexes = indexes
      }
    },
    write: { file in
      let indexes = file.changes.indexes
      return indexes.isEmpty ? nil : .array(indexes.map { .string($0.description) })
    })

  package static let batch = integer(
    "batch", "N", in: 1...1_000_000_000,
    "records per transaction (default: 10000; 50000 into PostgreSQL)",
    set: { (number, file) throws(ImportError) in file.options.batchSize = number },
    get: { $0.options.batchSize })

  package static let rejects = text(
    "rejects", "FILE",
    "append rejected records: one JSON object a line, with record number, line, offset, reason and"
      + " the record itself; with sluice import also table:NAME, a table of the same database; see"
      + " sluice replay",
    set: { (path, file) throws(ImportError) in
      guard path.hasPrefix(RejectTable.prefix) else {
        (file.options.rejectFile, file.rejectTable) = (path, nil)
        return
      }
      let name = path.dropFirst(RejectTable.prefix.count)
      guard !name.isEmpty else {
        throw ImportError(
          .badJob, "expected a table's name, as in table:rejects, found \"\(path)\"")
      }
      (file.options.rejectFile, file.rejectTable) = (nil, String(name))
    },
    get: { $0.rejectTable.map { RejectTable.prefix + $0 } ?? $0.options.rejectFile })

  package static let maximumErrors = JobSetting(
    key: "max-errors", placeholder: "N|P%",
    help: "stop when more than N records are bad, or more than P percent of them (once there are"
      + " 1000)",
    shape: BadRecordLimit.shape,
    read: { (json, place, file) throws(ImportError) in
      let limit = BadRecordLimit(json)
      file.options.feed.maximumBadRecords = limit?.count
      file.options.feed.maximumBadShare = limit?.share
    },
    write: { file in
      let feed = file.options.feed
      return BadRecordLimit(count: feed.maximumBadRecords, share: feed.maximumBadShare)?.json
    })
}
