import Foundation
import SluiceImportTestSupport
import Testing

/// A full disk, played by a limit on the size of files (`ulimit -f`, whose signal is ignored): a
/// write beyond it fails.
@Suite("An import whose disk is full")
struct FullDiskTests {
  private static let columns =
    "--column 'at:text=timestamp' --column 'took:real=duration_ms' --batch 300"
  private static let records = 5000

  @Test(
    "stops with a described error, and goes on exactly when there is room",
    arguments: [
      ("--into db.sqlite --table t", "db.sqlite"), ("--into out.csv", "can't write out.csv"),
      ("--into out.ndjson --mode replace", "can't write out.ndjson.part"),
    ])
  func full(target: String, named: String) throws {
    let folder = try TemporaryFolder()
    _ = try BuiltTool.shell(
      "sluice sample --records \(FullDiskTests.records) --shape logs > feed.ndjson", in: folder)
    let command = "sluice import feed.ndjson \(target) \(FullDiskTests.columns)"
    let stopped = try BuiltTool.shell("trap '' XFSZ; ulimit -f 100; \(command)", in: folder)
    #expect(stopped.status == 2, "\(stopped.errors)")
    #expect(stopped.errors.contains(named), "\(stopped.errors)")
    #expect(stopped.errors.contains("run the same command again"), "\(stopped.errors)")
    let resumed = try BuiltTool.shell(command, in: folder)
    #expect(resumed.status == 0, "\(resumed.errors)")
    #expect(resumed.errors.contains("resumed at byte"), "\(resumed.errors)")
    #expect(resumed.errors.contains("in all: \(FullDiskTests.records) rows"), "\(resumed.errors)")
    #expect(try rows(folder, target) == FullDiskTests.records)
  }

  private func rows(_ folder: TemporaryFolder, _ target: String) throws -> Int {
    if target.contains("sqlite") {
      let count = try TestDatabase(folder["db.sqlite"]).rows(
        "SELECT count(*), count(DISTINCT rowid) FROM t")
      return Int(count[0].split(separator: "|")[0]) ?? -1
    }
    if target.contains("csv") {
      return try folder.bytes("out.csv").count { $0 == UInt8(ascii: "\n") } - 1
    }
    return folder.lines("out.ndjson").count
  }
}
