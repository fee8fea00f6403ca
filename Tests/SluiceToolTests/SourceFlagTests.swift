import Foundation
import SluiceImportTestSupport
import TestSupport
import Testing

@Suite("Several feeds, and feeds that grow")
struct SourceFlagTests {
  let folder: TemporaryFolder
  init() throws { folder = try TemporaryFolder() }

  private let target = ["--into", "x.sqlite", "--table", "t", "--column", "id:int=id"]

  private func ids(_ range: ClosedRange<Int>) -> String {
    range.map { "{\"id\":\($0)}\n" }.joined()
  }

  private func rows() throws -> [String] {
    try TestDatabase(folder["x.sqlite"]).rows("SELECT id FROM t ORDER BY rowid")
  }

  @Test("count reads files and patterns, compressed or not, on several threads", arguments: [1, 3])
  func count(jobs: Int) throws {
    try folder.write(ids(1...10), to: "a.ndjson")
    try folder.write(ids(1...10) + "bad\n", to: "b1.ndjson")
    try folder.write(ids(1...10), to: "b2.ndjson")
    #expect(try BuiltTool.shell("gzip b1.ndjson b2.ndjson", in: folder).status == 0)
    let result = try BuiltTool.run(
      ["count", "a.ndjson", "b*.ndjson.gz", "--jobs", "\(jobs)", "--rejects", "r"], in: folder)
    #expect(result.status == 1)
    #expect(result.output.hasPrefix("records      30\nbad records  1\n"))
    #expect(folder.lines("r").first?.contains("{\"source\":\"b1.ndjson.gz\",\"record\":21") == true)
  }

  @Test("a name with an asterisk in it is that file, if it exists")
  func asterisk() throws {
    try folder.write(ids(1...2), to: "a*")
    try folder.write(ids(1...5), to: "ab")
    let result = try BuiltTool.run(["count", "a*"], in: folder)
    #expect(result.output.hasPrefix("records      2\n"))
  }

  @Test("import takes several files, and in a second run what is new")
  func several() throws {
    try folder.write(ids(1...3), to: "a1")
    try folder.write(ids(4...6) + "bad\n", to: "a2")
    let arguments = ["import", "a1", "a[2-9]", "--rejects", "r"] + target
    let first = try BuiltTool.run(arguments, in: folder)
    #expect(first.status == 1)
    #expect(first.errors.hasPrefix("7 records: 6 rows into x.sqlite, 1 reject in r ("))
    try folder.append(ids(7...7), to: "a2")
    try folder.write(ids(8...9), to: "a3")
    let second = try BuiltTool.run(arguments, in: folder)
    #expect(second.status == 0)
    #expect(
      second.errors.hasPrefix(
        "a2: imported what was appended after byte 31\nnothing new in 1 of 3 files\n"
          + "3 records: 3 rows into x.sqlite, 0 rejects ("), "\(second.errors)")
    #expect(second.errors.hasSuffix("\nin all: 9 rows, 1 reject\n"))
    #expect(try rows() == (1...9).map { "\($0)" })

    try folder.write(ids(5...5), to: "a2")
    let changed = try BuiltTool.run(arguments, in: folder)
    #expect(changed.status == 5)
    #expect(
      changed.errors.contains("/a2 has changed since its last import: it has 9 bytes, and 40"))
  }

  @Test(
    "import --follow stores what comes, ends well by Ctrl-C, and continues when it is run again")
  func follow() throws {
    try folder.write(ids(1...2), to: "log")
    let arguments = ["import", "log", "--follow", "--rejects", "r"] + target
    let ended = try BuiltTool.interrupt(arguments, in: folder) {
      try waitFor { (try? rows()) == ["1", "2"] }
      try folder.append(ids(3...3) + "bad\n", to: "log")
      try waitFor { try rows().count == 3 }
      try FileManager.default.moveItem(atPath: folder["log"], toPath: folder["log.1"])
      try folder.write(ids(4...4), to: "log")
      try waitFor { try rows().count == 4 }
    }
    #expect(ended.status == 1)
    #expect(
      ended.errors.hasPrefix("5 records: 4 rows into x.sqlite, 1 reject in r ("), "\(ended.errors)")
    try folder.append(ids(5...5), to: "log")
    let again = try BuiltTool.interrupt(arguments, in: folder) {
      try waitFor { try rows().count == 5 }
    }
    #expect(again.status == 0)
    #expect(again.errors.hasPrefix("resumed at byte 9,"), "\(again.errors)")
    #expect(try rows() == (1...5).map { "\($0)" })
    #expect(folder.lines("r").count == 1)
  }

  @Test("import --follow resumes exactly after a kill at any moment", arguments: 1...3)
  func followKilled(round: Int) throws {
    try folder.write(ids(1...4), to: "log")
    let arguments = ["import", "log", "--follow", "--rejects", "r", "--batch", "2"] + target
    var next = 5
    // A file that is renamed before the first run begins can't be known.
    _ = try BuiltTool.interrupt(arguments, in: folder) { try waitFor { try rows().count == 4 } }
    for _ in 0..<4 {
      let process = try BuiltTool.process(arguments, in: folder)
      process.standardError = FileHandle.nullDevice
      try process.run()
      for _ in 0..<3 {
        try folder.append(ids(next...next) + "bad \(next)\n", to: "log")
        next += 1
        usleep(UInt32.random(in: 0..<60_000))
      }
      if round > 1 {
        try? FileManager.default.removeItem(atPath: folder["log.1"])
        try FileManager.default.moveItem(atPath: folder["log"], toPath: folder["log.1"])
        try folder.write(ids(next...next), to: "log")
        next += 1
      }
      kill(process.processIdentifier, SIGKILL)
      process.waitUntilExit()
      // Another test covers two renamings while nothing reads: here the next run has the old file.
      if round > 1 {
        _ = try BuiltTool.interrupt(arguments, in: folder) {
          try waitFor { (try? rows())?.last == "\(next - 1)" }
        }
      }
    }
    _ = try BuiltTool.interrupt(arguments, in: folder) {
      try waitFor { (try? rows())?.count == next - 1 }
    }
    #expect(try rows() == (1..<next).map { "\($0)" })
    #expect(folder.lines("r").count == 12)
    #expect(Set(folder.lines("r")).count == 12)
  }

  @Test("count --follow and replay --follow end by Ctrl-C")
  func others() throws {
    try folder.write(ids(1...2) + "bad\n", to: "log")
    let count = try BuiltTool.interrupt(["count", "log", "--follow", "--rejects", "r"], in: folder)
    {
      try waitFor { folder.lines("r").count == 1 }
    }
    #expect(count.status == 1)
    #expect(count.output.hasPrefix("records      2\nbad records  1\n"))
    let replay = try BuiltTool.interrupt(["replay", "r", "--follow"], in: folder) {
      try waitFor { folder.lines("out") == ["bad"] }
    }
    #expect(replay.status == 0)
  }

  @Test("Ctrl-C before the end of a finite feed is reported, and what came is stored")
  func interrupted() throws {
    let process = try BuiltTool.process(["import", "pipe", "--batch", "2"] + target, in: folder)
    #expect(try BuiltTool.shell("mkfifo pipe", in: folder).status == 0)
    try folder.write("", to: "err")
    process.standardError = FileHandle(forWritingAtPath: folder["err"])
    try process.run()
    let writer = FileHandle(forWritingAtPath: folder["pipe"])
    try writer?.write(contentsOf: Data(ids(1...3).utf8))
    // However long that takes: an earlier interruption has stored less. The third waits for a fourth.
    try waitFor { try rows() == ["1", "2"] }
    kill(process.processIdentifier, SIGINT)
    process.waitUntilExit()
    try writer?.close()
    #expect(process.terminationStatus == 130)
    let text = String(decoding: try folder.bytes("err"), as: UTF8.self)
    let stored = try rows()
    // The third may have been taken before the signal came, or not.
    #expect(stored == ["1", "2"] || stored == ["1", "2", "3"])
    #expect(
      text.hasPrefix(
        "interrupted: run the same command again, and it continues from here\n"
          + "\(stored.count) records: \(stored.count) rows"), "\(text)")
  }
}
