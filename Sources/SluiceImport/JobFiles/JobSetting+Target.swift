import Sluice
import SluiceFeed
import SluiceKafka
import SluiceSystem

/// Where rows and rejects go, and how.
extension JobSetting {
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
    shape: .names,
    read: { (json, place, file) throws(ImportError) in
      let key = json.names.map { ByteName($0) }
      switch file.mode {
      case .upsert: file.mode = .upsert(key: key)
      case .ignore: file.mode = .ignore(key: key)
      case .append where file.target.map(KafkaAddress.isURL) == true:
        file.messageKey = key
      case .append, .replace:
        throw ImportError(
          .badJob,
          "--key is for --mode upsert and --mode ignore, found --mode \(file.mode.word)")
      }
    },
    write: { file in
      let key = file.mode.key ?? file.messageKey
      guard !key.isEmpty else { return nil }
      return .array(key.map { .string($0.text) })
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
    shape: .names,
    read: { (json, place, file) throws(ImportError) in
      try JobColumn.at(place) { () throws(ImportError) in
        var indexes: [TableIndex] = []
        for text in json.names {
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
      guard path.starts(withText: RejectRow.prefix) else {
        (file.options.rejectFile, file.rejectTable) = (path, nil)
        return
      }
      let name = Substring(path.utf8.dropFirst(RejectRow.prefix.utf8.count))
      guard !name.isEmpty else {
        throw ImportError(
          .badJob, "expected a table's name, as in table:rejects, found \"\(path)\"")
      }
      (file.options.rejectFile, file.rejectTable) = (nil, String(name))
    },
    get: { $0.rejectTable.map { RejectRow.prefix + $0 } ?? $0.options.rejectFile })

  package static let maximumErrors = JobSetting(
    key: "max-errors", placeholder: "N|P%",
    help: "stop when more than N records are bad, or more than P percent of them (judged once there"
      + " are 1000, and at the end)",
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

  package static let gate = JobSetting(
    key: "gate", placeholder: nil,
    help:
      "read all FEEDs once before the first row, and import nothing if they exceed --max-errors",
    shape: .bool,
    read: { (json, place, file) throws(ImportError) in
      file.options.isGated = json.bool ?? false
    },
    write: { $0.options.isGated ? true : nil })
}
