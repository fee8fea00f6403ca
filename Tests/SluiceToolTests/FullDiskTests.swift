import Foundation
import SluiceImportTestSupport
import TestSupport
import Testing

/// A full disk: a file system in memory with room for some of the rows, in a mount namespace of its own. It
/// gets more room afterwards, under the same names.
@Suite("An import whose disk is full")
struct FullDiskTests {
  private static let columns =
    "--column 'at:text=timestamp' --column 'took:real=duration_ms' --batch 300"
  private static let records = 5000

  /// Whether this user may mount: root may, in most containers too.
  private static func canMount(in folder: TemporaryFolder) throws -> Bool {
    let probe = "unshare -m sh -c 'mkdir probe && mount -t tmpfs -o size=64k probe probe'"
    return try BuiltTool.shell(probe, in: folder).status == 0
  }

  @Test(
    "stops with a described error, and resumes exactly once there is room",
    arguments: [
      ("--into full/db.sqlite --table t", "full/db.sqlite"),
      ("--into full/out.csv", "full/out.csv"),
      ("--into full/out.ndjson --mode replace", "full/out.ndjson"),
    ])
  func full(target: String, named: String) throws {
    let folder = try TemporaryFolder()
    guard try FullDiskTests.canMount(in: folder) else {
      return print("skipped: this user may mount no file system in memory to be filled")
    }
    try FileManager.default.createDirectory(
      atPath: folder["full"], withIntermediateDirectories: false)
    let script = """
      set -u
      mount -t tmpfs -o size=120k full full || exit 99
      import() {
        '\(try BuiltTool.path)' import feed.ndjson \(target) \(FullDiskTests.columns)
      }
      import 2> stopped.txt
      echo $? > stopped.status
      mount -o remount,size=64m full || exit 99
      import 2> resumed.txt
      echo $? > resumed.status
      cp -r full kept
      """
    try folder.write(script, to: "script.sh")
    let run = try BuiltTool.shell(
      "sluice sample --records \(FullDiskTests.records) --shape logs > feed.ndjson"
        + " && unshare -m sh script.sh", in: folder)
    #expect(run.status == 0, "\(run.errors)")
    let stopped = String(decoding: try folder.bytes("stopped.txt"), as: UTF8.self)
    #expect(folder.lines("stopped.status") == ["2"], "\(stopped)")
    #expect(stopped.contains(named), "\(stopped)")
    #expect(stopped.contains("run the same command again"), "\(stopped)")
    let resumed = String(decoding: try folder.bytes("resumed.txt"), as: UTF8.self)
    #expect(folder.lines("resumed.status") == ["0"], "\(resumed)")
    #expect(resumed.contains("resumed at byte"), "\(resumed)")
    #expect(resumed.contains("in all: \(FullDiskTests.records) rows"), "\(resumed)")
    #expect(try rows(folder, target) == FullDiskTests.records)
  }

  private func rows(_ folder: TemporaryFolder, _ target: String) throws -> Int {
    if target.contains("sqlite") {
      let count = try TestDatabase(folder["kept/db.sqlite"]).rows(
        "SELECT count(*), count(DISTINCT rowid) FROM t")
      return Int(count[0].split(separator: "|")[0]) ?? -1
    }
    if target.contains("csv") {
      return try folder.bytes("kept/out.csv").count { $0 == UInt8(ascii: "\n") } - 1
    }
    return folder.lines("kept/out.ndjson").count
  }
}
