import Sluice
import SluiceFeed
import SluiceKafka
import SluiceSystem

/// Parses the words that name a target. An unknown word never becomes a file's name, and messages quote
/// nothing that may contain a password.
enum TargetDescription {
  private static let databaseEndings: Set<String> = [
    "db", "db3", "sqlite", "sqlite3", "s3db", "sl3",
  ]

  /// The kinds of targets, for messages.
  private static let known =
    "postgresql://HOST/DATABASE; mariadb://HOST/DATABASE; clickhouse://HOST/DATABASE; kafka://BROKERS/TOPIC; a SQLite database (.db, .sqlite, .sqlite3 …, or sqlite:PATH); a DuckDB database (.duckdb or duckdb:PATH); a .csv,"
    + " .tsv, .ndjson or .jsonl file (or csv:PATH, tsv:PATH, ndjson:PATH)"

  /// Where rows go, judging by the words alone; nil: only the file at that path can tell. Throws for a text
  /// that can't be a path.
  static func place(of text: String) throws(ImportError) -> SinkTarget.Destination? {
    if text.starts(withText: "postgresql://") || text.starts(withText: "postgres://") {
      return .postgreSQL(text)
    }
    if MariaDBAddress.schemes.contains(where: { text.starts(withText: $0) }) {
      return .mariaDB(text)
    }
    if text.starts(withText: ClickHouseAddress.scheme) { return .clickHouse(text) }
    if KafkaAddress.isURL(text) { return .kafka(text) }
    if let path = rest(of: text, after: "sqlite:") {
      guard path != ":memory:" else {
        throw ImportError(
          .sink, "a database in memory ends with the job, and its rows with it: name a file instead"
        )
      }
      return .sqlite(path)
    }
    if let path = rest(of: text, after: "duckdb:") { return .duckDB(path) }
    for format in FileFormat.allCases {
      if let path = rest(of: text, after: "\(format.rawValue):") { return .file(format, path) }
    }
    if text == "-" {
      throw ImportError(
        .sink, "standard output needs a format: csv:-, tsv:- or ndjson:- instead of \"-\"")
    }
    try refuseKeywords(text)
    try refuseSchemes(text)
    let name = lastName(of: text)
    guard !["", ".", ".."].contains(name) else {
      throw ImportError(
        .sink, "a target is a file or a database, found a folder; expected \(known)")
    }
    switch ending(of: name) {
    case "csv": return .file(.csv, text)
    case "tsv": return .file(.tsv, text)
    case "duckdb": return .duckDB(text)
    case "ndjson", "jsonl": return .file(.ndjson, text)
    case .some(let ending) where databaseEndings.contains(ending): return .sqlite(text)
    default: return nil
    }
  }

  /// The error for a path without any indication of its kind.
  static func unknown(_ text: String) -> ImportError {
    let ending = ending(of: lastName(of: text))
    let found =
      isHarmless(text)
      ? "\"\(text)\"" : ending == nil ? "a name without an ending" : "a name with another ending"
    return ImportError(
      .sink,
      "there is no target of that kind: found \(found), expected \(known)\(advice(for: ending))")
  }

  /// The same target with the path, if it has one, that `place` makes of it.
  static func text(_ text: String, placing place: (String) -> String) -> String {
    if scheme(of: text).map({ $0.isURL }) == true { return text }
    for prefix in ["sqlite:", "duckdb:"] + FileFormat.allCases.map({ "\($0.rawValue):" }) {
      guard let path = rest(of: text, after: prefix) else { continue }
      return path == "-" ? text : prefix + place(path)
    }
    return place(text)
  }

  // MARK: What is no path

  /// `h2` of `h2:x.db`, `oracle` of `oracle://…`: a letter, then letters, digits and `+-.` before
  /// the first colon (RFC 3986 section 3.1).
  private static func scheme(of text: String) -> (name: String, isURL: Bool)? {
    let name = text.prefix { $0.isASCII && ($0.isLetter || $0.isNumber || "+-.".contains($0)) }
    guard name.first?.isLetter == true, text[name.endIndex...].first == ":" else { return nil }
    return (String(name), text[name.endIndex...].hasPrefix("://"))
  }

  private static func refuseSchemes(_ text: String) throws(ImportError) {
    guard let (name, isURL) = scheme(of: text) else { return }
    let after = text.dropFirst(name.count + 1)
    var advice = ""
    if (["postgresql://", "postgres://", "kafka://", ClickHouseAddress.scheme]
      + MariaDBAddress.schemes)
      .contains(where: after.hasPrefix)
    {
      advice = ". Leave \"\(name):\" out"
    } else if !isURL {
      advice = ". Write ./ before the name of a file that has a colon in it"
    }
    throw ImportError(
      .sink, "there is no sink for \(name):\(isURL ? "//" : ""); expected \(known)\(advice)")
  }

  /// libpq's other form of an address, `host=… password=…`.
  private static func refuseKeywords(_ text: String) throws(ImportError) {
    guard !["/", "./", "../"].contains(where: { text.starts(withText: $0) }) else { return }
    let scalars = text.unicodeScalars
    for equals in scalars.indices where scalars[equals] == "=" {
      var word = scalars[..<equals]
      while let last = word.last, last.properties.isWhitespace { word.removeLast() }
      if let space = word.lastIndex(where: { $0.properties.isWhitespace }) {
        word = word[scalars.index(after: space)...]
      }
      let keyword = String(word).lowercased()
      guard libpqKeywords.contains(keyword) else { continue }
      throw ImportError(
        .sink,
        "a PostgreSQL address is a URL here, postgresql://USER@HOST/DATABASE, found libpq's keywords"
          + " (\(keyword)=…). Its password is best left to PGPASSWORD or ~/.pgpass. Write ./ before the"
          + " name of a file that looks like this")
    }
  }

  private static let libpqKeywords: Set<String> = [
    "application_name", "channel_binding", "client_encoding", "connect_timeout", "dbname",
    "fallback_application_name", "gssencmode", "gsslib", "host", "hostaddr", "keepalives",
    "krbsrvname", "options", "passfile", "password", "port", "replication", "requirepeer",
    "require_auth", "service", "sslcert", "sslcompression", "sslcrl", "sslkey", "sslmode",
    "sslpassword", "sslrootcert", "sslsni", "target_session_attrs", "tcp_user_timeout", "user",
  ]

  // MARK: Paths

  private static func lastName(of path: String) -> String {
    String(
      path.utf8.lastIndex(of: UInt8(ascii: "/")).map { path[path.utf8.index(after: $0)...] }
        ?? path[...])
  }

  /// The letters after the last dot, in lowercase.
  private static func ending(of name: String) -> String? {
    name.utf8.lastIndex(of: UInt8(ascii: ".")).map {
      name[name.utf8.index(after: $0)...].lowercased()
    }
  }

  /// Whether it can only be a path, not an address with a password in it.
  private static func isHarmless(_ text: String) -> Bool {
    !text.utf8.contains { "=@?:".utf8.contains($0) }
  }

  private static func advice(for ending: String?) -> String {
    switch ending {
    case "gz", "zst", "bz2", "xz", "lz4":
      ". Rows are not compressed here: write them to standard output (csv:-), and pipe them through the"
        + " program that does it"
    case "json": ". Rows are written as a JSON object a line: name the file .ndjson"
    case "txt", "tab", "dat", "out", "log": ". Write csv:, tsv: or ndjson: before the name"
    case nil: ". Write sqlite: before the name of a new database"
    default: ""
    }
  }

  private static func rest(of text: String, after prefix: String) -> String? {
    text.starts(withText: prefix)
      ? String(decoding: text.utf8.dropFirst(prefix.utf8.count), as: UTF8.self) : nil
  }
}
