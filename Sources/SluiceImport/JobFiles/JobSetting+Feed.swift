import Sluice
import SluiceFeed

/// What is read: sources, what their lines are, and which of them.
extension JobSetting {
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
      // Without a range, as with - for all lines, both mean the same.
      guard let range = file.options.feed.range else { return }
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
}
