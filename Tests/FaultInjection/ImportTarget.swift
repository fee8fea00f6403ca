import Foundation
import SluiceImportTestSupport
import TestSupport

/// A target of rows `id|name` and of rejects, read independently of the code under test.
final class ImportTarget {
  enum Kind: String, CaseIterable {
    case sqlite, csv, ndjson, postgresql

    var isDatabase: Bool { self == .sqlite || self == .postgresql }
    /// The file that rows go to.
    var file: String? {
      switch self {
      case .sqlite: "out/db.sqlite"
      case .csv: "out/rows.csv"
      case .ndjson: "out/rows.ndjson"
      case .postgresql: nil
      }
    }
  }

  struct Reject {
    let source: String
    let line: Int
    let raw: String
  }

  let kind: Kind
  private let folder: WatchedFolder
  private(set) var server: TestPostgres?
  var keepsRejects = true

  init(_ kind: Kind, in folder: WatchedFolder) {
    self.kind = kind
    self.folder = folder
  }

  /// Makes the folders, and a new schema.
  func begin() throws {
    if kind == .postgresql { server = try TestPostgres() }
    for name in ["out", "rejects", "feed"] {
      try FileManager.default.createDirectory(
        atPath: folder[name], withIntermediateDirectories: true)
    }
  }

  /// The arguments that tell the tool the target and the reject file.
  var arguments: [String] {
    let rejects = keepsRejects ? ["--rejects", folder["rejects/rejects.ndjson"]] : []
    if let server { return rejects + ["--into", server.address, "--table", "t"] }
    return rejects + ["--into", folder[kind.file ?? ""]]
      + (kind == .sqlite ? ["--table", "t"] : [])
  }

  /// For the shim.
  var environment: [String: String] { server == nil ? [:] : ["SLUICE_FAULTS_SOCKETS": "1"] }

  /// Another user's statements.
  func execute(_ sql: String) throws {
    if let server { return try server.execute(sql) }
    try TestDatabase(folder[kind.file ?? ""]).execute(sql)
  }

  /// The rows of the target, as another reader sees them now. The files stay unchanged.
  func rows(inOrderOfInsertion: Bool = false) throws -> [String] {
    let sql = "SELECT id, name FROM t ORDER BY id, name"
    switch kind {
    case .postgresql:
      guard let server, try server.rows("SELECT 1 WHERE to_regclass('t') IS NOT NULL") == ["1"]
      else { return [] }
      return try server.rows(sql).map(plain)
    case .sqlite:
      guard let database = try copy(),
        try database.rows("SELECT 1 FROM sqlite_schema WHERE name = 't'") == ["1"]
      else { return [] }
      let ordered = "SELECT id, name FROM t ORDER BY rowid"
      return try database.rows(inOrderOfInsertion ? ordered : sql).map(plain)
    case .csv:
      let lines = folder.lines("out/rows.csv")
      guard let head = lines.first else { return [] }
      guard head == "id,name" else { return ["not the head: \(head)"] + lines.dropFirst() }
      return lines.dropFirst().map { $0.replacing(",", with: "|") }
    case .ndjson:
      return folder.lines("out/rows.ndjson").map {
        guard let fields = object($0), let id = fields["id"], let name = fields["name"] else {
          return "not a row: \($0)"
        }
        return "\(id)|\(name)"
      }
    }
  }

  /// A copy of the database: opening the original could recover it and remove its log.
  private func copy() throws -> TestDatabase? {
    guard let file = kind.file, folder.has(file) else { return nil }
    let copy = folder.aside("copy.sqlite")
    for end in ["", "-wal", "-journal"] {
      try? FileManager.default.removeItem(atPath: copy + end)
      if folder.has(file + end) {
        try FileManager.default.copyItem(atPath: folder[file + end], toPath: copy + end)
      }
    }
    try? FileManager.default.removeItem(atPath: "\(copy)-shm")
    return try TestDatabase(copy)
  }

  private func plain(_ row: String) -> String { row.replacing("'", with: "") }

  private func object(_ line: String) -> [String: Any]? {
    (try? JSONSerialization.jsonObject(with: Data(line.utf8))) as? [String: Any]
  }

  /// In the order of the file.
  func rejects() -> [Reject] {
    folder.lines("rejects/rejects.ndjson").map {
      guard let fields = object($0), let source = fields["source"] as? String,
        let line = fields["line"] as? Int, let raw = fields["raw"] as? String
      else { return Reject(source: "", line: 0, raw: "not a reject: \($0)") }
      return Reject(source: source, line: line, raw: raw)
    }
  }

  /// Files that must not remain when all is done.
  ///
  /// `isOpenEnded`: a followed log has no end, and the owner of its rejects stays noted. `mayLog`: SQLite's
  /// log may stay, because it could not be merged into the database; the next process that opens the
  /// database does that.
  func strays(mayLog: Bool = false, isOpenEnded: Bool = false) -> [String] {
    var expected: Set = ["rejects/rejects.ndjson"]
    if isOpenEnded { expected.insert("rejects/rejects.ndjson.sluice") }
    if mayLog { expected.formUnion(["out/db.sqlite-wal", "out/db.sqlite-shm"]) }
    if let file = kind.file { expected.formUnion([file, "\(file).sluice"]) }
    return folder.files.filter { !expected.contains($0) && !$0.hasPrefix("feed/") }
  }
}
