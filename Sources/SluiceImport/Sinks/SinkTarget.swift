/// A target as people write it: a database's address or a file's name. Which sink it means says its
/// scheme or, for a file, its ending.
///
/// | target | sink |
/// |---|---|
/// | `postgresql://…`, `postgres://…` | ``PostgreSQLSink`` |
/// | `*.csv`, `*.tsv`, `*.ndjson`, `*.jsonl` | ``FileSink`` |
/// | `csv:PATH`, `tsv:PATH`, `ndjson:PATH` | ``FileSink``; with `-` as the path, standard output |
/// | `sqlite:PATH`, and any other path | ``SQLiteSink`` |
public struct SinkTarget: Sendable, Hashable, CustomStringConvertible {
  private enum Place: Hashable {
    case postgreSQL(String)
    case sqlite(String)
    case file(FileFormat, String)
  }

  private let place: Place

  /// Throws ``ImportError`` for a scheme that no sink has.
  public init(parsing text: String) throws(ImportError) {
    if text.hasPrefix("postgresql://") || text.hasPrefix("postgres://") {
      place = .postgreSQL(text)
      return
    }
    if let path = SinkTarget.rest(of: text, behind: "sqlite:") {
      place = .sqlite(path)
      return
    }
    for format in FileFormat.allCases {
      if let path = SinkTarget.rest(of: text, behind: "\(format.rawValue):") {
        place = .file(format, path)
        return
      }
    }
    if text == "-" {
      throw ImportError(
        .sink, "standard output needs a format: csv:-, tsv:- or ndjson:- instead of \"-\"")
    }
    if let scheme = SinkTarget.scheme(of: text) {
      throw ImportError(
        .sink,
        "there is no sink for \(scheme)://; expected postgresql://…, a .csv, .tsv or .ndjson file,"
          + " or a SQLite file")
    }
    let ending = text.split(separator: ".").last.map { $0.lowercased() } ?? ""
    switch ending {
    case "csv": place = .file(.csv, text)
    case "tsv": place = .file(.tsv, text)
    case "ndjson", "jsonl": place = .file(.ndjson, text)
    default: place = .sqlite(text)
    }
  }

  /// Whether it needs a table's name.
  public var isDatabase: Bool { if case .file = place { false } else { true } }

  /// The sink. Touches nothing yet.
  ///
  /// Throws ``ImportError`` for a database without a table, a file with one, or a mode that the sink
  /// does not have.
  public func sink(table: String?, mode: WriteMode = .append) throws(ImportError) -> any Sink {
    switch place {
    case .postgreSQL(let address):
      return try PostgreSQLSink(address: address, table: try named(table), mode: mode)
    case .sqlite(let path):
      return try SQLiteSink(path: path, table: try named(table), mode: mode)
    case .file(let format, let path):
      guard table == nil else {
        throw ImportError(.sink, "\(self) is a file and has no tables: leave the table out")
      }
      return try path == "-"
        ? FileSink(standardOutputAs: format, mode: mode)
        : FileSink(path: path, format: format, mode: mode)
    }
  }

  private func named(_ table: String?) throws(ImportError) -> String {
    guard let table else { throw ImportError(.sink, "\(self) is a database: name a table") }
    return table
  }

  /// The target without a password.
  public var description: String {
    switch place {
    case .postgreSQL(let address): return SinkTarget.withoutPassword(address)
    case .sqlite(let path): return path
    case .file(_, "-"): return "standard output"
    case .file(_, let path): return path
    }
  }

  /// The same target, its path, if it has one, as `place` makes it.
  static func text(_ text: String, placing place: (String) -> String) -> String {
    if scheme(of: text) != nil { return text }
    for prefix in ["sqlite:"] + FileFormat.allCases.map({ "\($0.rawValue):" }) {
      guard let path = rest(of: text, behind: prefix) else { continue }
      return path == "-" ? text : prefix + place(path)
    }
    return place(text)
  }

  private static func rest(of text: String, behind prefix: String) -> String? {
    text.hasPrefix(prefix) ? String(text.dropFirst(prefix.count)) : nil
  }

  /// `mysql` of `mysql://…`: letters, digits and `+-.` before the colon (RFC 3986 section 3.1).
  private static func scheme(of text: String) -> String? {
    let scheme = text.prefix { $0.isASCII && ($0.isLetter || $0.isNumber || "+-.".contains($0)) }
    return !scheme.isEmpty && text[scheme.endIndex...].hasPrefix("://") ? String(scheme) : nil
  }

  /// Cuts the password out of `scheme://user:password@host/…?password=…`.
  static func withoutPassword(_ address: String) -> String {
    guard let start = address.firstRange(of: "://")?.upperBound else { return address }
    let rest = address[start...]
    let question = rest.firstIndex(of: "?") ?? rest.endIndex
    var authority = String(rest[..<question])
    if let at = authority.lastIndex(of: "@"),
      let colon = authority[..<at].firstIndex(of: ":")
    {
      authority.removeSubrange(colon..<at)
    }
    var query = rest[question...].dropFirst().split(separator: "&").map(String.init)
    query.removeAll { $0.hasPrefix("password=") || $0.hasPrefix("sslpassword=") }
    return address[..<start] + authority
      + (query.isEmpty ? "" : "?" + query.joined(separator: "&"))
  }
}
