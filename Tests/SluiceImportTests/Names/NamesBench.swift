import Foundation
import Sluice
import SluiceFeed
import SluiceImport
import SluiceImportTestSupport
import TestSupport

/// A folder of feeds with several names, and a target for their rows.
struct NamesBench {
  static let targets = ["csv"] + AnyTestDatabase.Kind.there.map(\.rawValue)

  let folder: TemporaryFolder
  private let target: String
  private let database: AnyTestDatabase?

  init(_ kind: String) throws {
    let folder = try TemporaryFolder()
    let found = try AnyTestDatabase.Kind(rawValue: kind).map {
      try AnyTestDatabase($0, in: folder.path)
    }
    self.folder = folder
    database = found
    target = found?.target ?? folder["out.csv"]
  }

  func sink(_ choices: TableChoices = []) throws -> any Sink {
    try SinkTarget(parsing: target).sink(
      table: database == nil ? nil : "t", mode: .append, choices: choices,
      rejectTable: hasRejectTable ? "bad" : nil)
  }

  /// Rejects go to a table, where the target has one, or else to a file.
  var hasRejectTable: Bool { database != nil }

  /// The sources that the rejects name, and their records.
  func rejects() throws -> [String] {
    var found: [String] = []
    if hasRejectTable {
      try RejectTable(in: SinkTarget(parsing: target), named: "bad").forEach {
        found.append("\($0.source) \(String(decoding: $0.rawBytes, as: UTF8.self))")
      }
    } else {
      for line in folder.lines("rejects.ndjson") {
        let reject = try JSON(parsing: line)
        found.append("\(reject["source"]?.string ?? "") \(reject["raw"]?.string ?? "")")
      }
    }
    return found.map { $0.replacingOccurrences(of: folder.path + "/", with: "") }.sorted()
  }

  @discardableResult
  func run(
    _ source: FeedSource, _ choices: TableChoices = [], batchSize: Int? = nil,
    stop: FeedStop? = nil, progress: ((ImportProgress) -> Void)? = nil
  ) throws -> ImportSummary {
    try job(source, choices, batchSize: batchSize).run(stop: stop, progress: progress)
  }

  func job(
    _ source: FeedSource, _ choices: TableChoices = [], batchSize: Int? = nil
  ) throws -> ImportJob {
    var options = ImportOptions(
      batchSize: batchSize, rejectFile: hasRejectTable ? nil : folder["rejects.ndjson"])
    // A stop is heard between windows.
    if batchSize != nil { options.feed.windowSize = 64 }
    return try ImportJob(
      feed: source, columns: [ImportColumn(parsing: "id:int=id")], sink: sink(choices),
      options: options)
  }

  @discardableResult
  func run(_ names: String...) throws -> ImportSummary {
    try run(
      names.count == 1 ? .file(folder[names[0]]) : .files(names.map { folder[$0] }))
  }

  /// Follows a path until that many rows were committed.
  func follow(_ name: String, rows: Int64) throws {
    let stop = FeedStop()
    try run(.follow(folder[name]), stop: stop) { if $0.rows >= rows { stop.stop() } }
  }

  /// The number of rows in the target.
  func rows() throws -> Int64? { try sink().countRows() }

  static func lines(_ ids: Range<Int>) -> String { ids.map { "{\"id\":\($0)}\n" }.joined() }

  func write(_ ids: Range<Int>, to name: String) throws {
    try folder.write(NamesBench.lines(ids), to: name)
  }

  func append(_ ids: Range<Int>, to name: String) throws {
    try folder.append(NamesBench.lines(ids), to: name)
  }

  func makeFolder(_ name: String) throws {
    try FileManager.default.createDirectory(
      atPath: folder[name], withIntermediateDirectories: true)
  }

  /// Makes a symbolic link, or lets it lead elsewhere.
  func link(_ name: String, to other: String) throws {
    if (try? FileManager.default.destinationOfSymbolicLink(atPath: folder[name])) != nil {
      try remove(name)
    }
    try FileManager.default.createSymbolicLink(
      atPath: folder[name], withDestinationPath: other)
  }

  func hardLink(_ name: String, to other: String) throws {
    try FileManager.default.linkItem(atPath: folder[other], toPath: folder[name])
  }

  func move(_ name: String, to other: String) throws {
    try FileManager.default.moveItem(atPath: folder[name], toPath: folder[other])
  }

  func remove(_ name: String) throws { try FileManager.default.removeItem(atPath: folder[name]) }

  func compress(_ name: String) throws {
    try folder.write(TestPacking.gzip.pack(folder.bytes(name)), to: name + ".gz")
    try remove(name)
  }
}
