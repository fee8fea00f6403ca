import Foundation
import SluiceFeed
import SluiceImport
import SluiceImportTestSupport
import TestSupport
import Testing

/// Targets as version 1 of the formats left them (Fixtures/README.md).
@Suite("A job that an earlier version began")
struct FormatVersionTests {
  private static let fixtures = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "Fixtures/Version1")

  enum Target: String, CaseIterable { case sqlite, csv, tsv, ndjson }

  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Copies a fixture into the folder.
  private func restore(_ name: String) throws {
    let place = FormatVersionTests.fixtures.appending(path: name)
    for file in try FileManager.default.contentsOfDirectory(atPath: place.path) {
      let text = try String(contentsOf: place.appending(path: file), encoding: .utf8)
        .replacingOccurrences(of: "{FOLDER}", with: folder.path)
      guard file == "db.sql" else {
        try folder.write(text, to: file)
        continue
      }
      let database = try TestDatabase(folder["db.sqlite"])
      // Each line of the dump that ends with a semicolon ends a statement.
      for statement in text.components(separatedBy: ";\n") {
        let statement = statement.trimmingCharacters(in: .whitespacesAndNewlines)
        if !statement.isEmpty { try database.execute(statement) }
      }
    }
    let feed = FormatVersionTests.fixtures.appending(path: "feed.ndjson")
    try folder.write([UInt8](try Data(contentsOf: feed)), to: "feed.ndjson")
    try folder.write("{\"id\":100,\"v\":\"old\"}\n", to: "old.ndjson")
  }

  private func run(
    _ target: Target, _ mode: WriteMode, _ feed: String = "feed.ndjson",
    choices: TableChoices = []
  ) throws -> ImportSummary {
    let sink: any Sink =
      switch target {
      case .sqlite:
        try SQLiteSink(path: folder["db.sqlite"], table: "t", mode: mode, choices: choices)
      default:
        try FileSink(
          path: folder["out.\(target.rawValue)"],
          format: FileFormat(rawValue: target.rawValue) ?? .csv, mode: mode, choices: choices)
      }
    return try runJob(
      .file(folder[feed]), into: sink, ["id:int=id", "v:text=v"], batchSize: 4,
      rejectFile: folder["rejects.ndjson"])
  }

  private func ids(_ target: Target) throws -> [Int] {
    switch target {
    case .sqlite:
      return try TestDatabase(folder["db.sqlite"]).rows("SELECT id FROM t ORDER BY rowid")
        .compactMap { Int($0) }
    default:
      return String(decoding: try folder.bytes("out.\(target.rawValue)"), as: UTF8.self)
        .split(whereSeparator: \.isNewline)
        .compactMap { line in Int(line.drop { !$0.isNumber }.prefix { $0.isNumber }) }
    }
  }

  private let new = (1...25).filter { $0 % 7 != 0 }

  @Test("resumes exactly when it adds rows", arguments: Target.allCases)
  func append(target: Target) throws {
    try restore("\(target)-append-interrupted")
    let summary = try run(target, .append)
    #expect(summary.beginning == .resumed(offset: 237))
    #expect(summary.rows == 10 && summary.totalRows == 22 && summary.totalRejects == 3)
    #expect(try ids(target) == [100] + new)
    #expect(folder.lines("rejects.ndjson").count == 3)
    #expect(!folder.has("rejects.ndjson.sluice"))
    #expect(try run(target, .append).records == 0)
    #expect(try run(target, .append, "old.ndjson").records == 0)
  }

  @Test("resumes exactly when it updates rows")
  func upsert() throws {
    try restore("sqlite-upsert-interrupted")
    #expect(try run(.sqlite, .upsert(key: ["id"])).totalRows == 22)
    #expect(try ids(.sqlite).sorted() == new + [100])
    #expect(folder.lines("rejects.ndjson").count == 3)
  }

  @Test("resumes exactly when it replaces rows", arguments: Target.allCases)
  func replace(target: Target) throws {
    try restore("\(target)-replace-interrupted")
    let summary = try run(target, .replace)
    #expect(summary.beginning == .resumed(offset: 237))
    #expect(summary.totalRows == 22 && summary.totalRejects == 3)
    #expect(try ids(target) == new)
    #expect(folder.lines("rejects.ndjson").count == 3)
    #expect(!folder.names.contains { $0.contains(".part") || $0 == "rejects.ndjson.sluice" })
    #expect(try run(target, .append).records == 0)
  }

  @Test("resumes after it was interrupted again", arguments: Target.allCases)
  func replaceTwice(target: Target) throws {
    try restore("\(target)-replace-interrupted")
    let sink: any Sink =
      target == .sqlite
      ? try SQLiteSink(path: folder["db.sqlite"], table: "t", mode: .replace)
      : try SinkTarget(parsing: folder["out.\(target.rawValue)"]).sink(table: nil, mode: .replace)
    #expect(throws: ImportError.self) {
      try runJob(
        .file(folder["feed.ndjson"]), into: BreakingSink(sink, commits: 2),
        ["id:int=id", "v:text=v"], batchSize: 4, rejectFile: folder["rejects.ndjson"])
    }
    #expect(try run(target, .replace).totalRows == 22)
    #expect(try ids(target) == new)
    #expect(folder.lines("rejects.ndjson").count == 3)
  }

  @Test(
    "continues after its end when it was finished", arguments: Target.allCases,
    ["append", "replace"])
  func finished(target: Target, mode: String) throws {
    try restore("\(target)-\(mode)-finished")
    #expect(try run(target, .append).records == 0)
    try folder.append("\n{\"id\":26,\"v\":\"v26\"}\n", to: "feed.ndjson")
    #expect(try run(target, .append).rows == 1)
    #expect(try ids(target) == (mode == "append" ? [100] : []) + new + [26])
  }

  @Test(
    "is refused before anything is written when it can't be resumed",
    arguments: [Target.csv, .tsv, .ndjson])
  func refused(target: Target) throws {
    try restore("\(target)-replace-interrupted")
    let before = try folder.names.map { try folder.bytes($0) }
    let error = importError { _ = try run(target, .append) }
    #expect(error?.message.contains("run it again first, with --mode replace") == true)
    #expect(try folder.names.map { try folder.bytes($0) } == before)
  }

  @Test("resumes exactly through a link: its progress moves next to the link's file")
  func link() throws {
    try restore("csv-append-interrupted")
    let (path, manager) = (folder.path, FileManager.default)
    try manager.createDirectory(atPath: "\(path)/data", withIntermediateDirectories: false)
    try manager.moveItem(atPath: "\(path)/out.csv", toPath: "\(path)/data/real.csv")
    try manager.createSymbolicLink(
      atPath: "\(path)/out.csv", withDestinationPath: "data/real.csv")
    #expect(try run(.csv, .append).beginning == .resumed(offset: 237))
    #expect(try ids(.csv) == [100] + new)
    #expect(folder.has("data/real.csv.sluice") && !folder.has("out.csv.sluice"))
  }

  @Test("is known to have written rows when its table is empty")
  func empty() throws {
    try restore("sqlite-append-finished")
    try TestDatabase(folder["db.sqlite"]).execute("DELETE FROM t")
    #expect(importError { _ = try run(.sqlite, .append) }?.message.contains("is empty") == true)
  }

  @Test(
    "is refused before anything is written if a newer version began it",
    arguments: [WriteMode.append, .replace])
  func newer(mode: WriteMode) throws {
    try restore("sqlite-append-finished")
    #expect(try run(.sqlite, .append).records == 0)
    let database = try TestDatabase(folder["db.sqlite"])
    try database.execute("UPDATE sluice_progress SET version = 3")
    let before = try database.rows("SELECT * FROM sqlite_schema")
    let error = importError { _ = try run(.sqlite, mode) }
    #expect(error?.kind == .conflict)
    #expect(error?.message.contains("has format version 3") == true)
    #expect(try database.rows("SELECT * FROM sqlite_schema") == before)
    #expect(try ids(.sqlite) == [100] + new)
  }

  @Test("is refused when a newer version wrote the note about its rejects")
  func newerNote() throws {
    try restore("csv-append-interrupted")
    let note = String(decoding: try folder.bytes("rejects.ndjson.sluice"), as: UTF8.self)
    try folder.write(
      note.replacing("{\n", with: "{\n\"version\": 3,\n"), to: "rejects.ndjson.sluice")
    #expect(
      importError { _ = try run(.csv, .append) }?.message.contains("has format version 3") == true)
  }
}
