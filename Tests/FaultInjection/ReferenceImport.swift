/// An import to inject faults into.
struct ReferenceImport: Sendable, CustomStringConvertible {
  enum Mode: String, CaseIterable {
    case append, replace, upsert, ignore, follow

    var hasKey: Bool { self == .upsert || self == .ignore }
  }

  let target: ImportTarget.Kind
  let mode: Mode

  var description: String { "\(target.rawValue) \(mode.rawValue)" }

  static func all(_ target: ImportTarget.Kind) -> [ReferenceImport] {
    Mode.allCases.filter { target.isDatabase || !$0.hasKey }
      .map { ReferenceImport(target: target, mode: $0) }
  }

  static let files = [ImportTarget.Kind.sqlite, .csv, .ndjson].flatMap(all)
  static let servers = all(.postgresql)

  /// Rows of an earlier import.
  static let old = (0..<6).map { (id: $0, name: "old-\($0)") }

  /// The sources of the import under test, as its arguments.
  var sources: [String] {
    switch mode {
    case .append, .replace: ["feed/a.ndjson", "feed/b.ndjson"]
    case .upsert, .ignore: ["feed/a.ndjson", "feed/b.ndjson"]
    case .follow: ["feed/app.log"]
    }
  }

  /// The rows that stay of all: the last one of each id, or the first.
  func merged(_ rows: [(id: Int, name: String)]) -> [(id: Int, name: String)] {
    ReferenceImport.merged(mode == .ignore ? rows.reversed() : rows)
  }

  /// The rows that an upsert keeps: the last one of each id.
  private static func merged(_ rows: [(id: Int, name: String)]) -> [(id: Int, name: String)] {
    var last: [Int: String] = [:]
    for row in rows { last[row.id] = row.name }
    return last.sorted { $0.key < $1.key }.map { (id: $0.key, name: $0.value) }
  }
}
