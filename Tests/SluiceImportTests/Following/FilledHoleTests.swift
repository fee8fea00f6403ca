import Foundation
import SluiceFeed
import TestSupport
import Testing

@testable import SluiceImport

/// Logs with NUL bytes that were passed over, and that are written later.
@Suite("Holes that are filled after they were passed over")
struct FilledHoleTests {
  let bench: LogBench
  init() throws { bench = try LogBench() }

  private static let hole = [UInt8](repeating: 0, count: LogBench.line(5).utf8.count)

  @Test(
    "made of a log another one, which was refused, and left records out without a note",
    arguments: ["app.log", "app.log.1"])
  func filled(name: String) throws {
    let after = LogBench.lines(20..<24)
    try bench.folder.write(Self.hole + Array(after.utf8), to: "app.log")
    // A plain import doesn't wait for what is to come.
    let job = try ImportJob(
      feed: .file(bench.log), columns: [try ImportColumn(parsing: "id:int=id")],
      sink: try SQLiteSink(path: bench.folder["db.sqlite"], table: "t"),
      options: ImportOptions(
        feed: FeedOptions(framing: .lines, checking: .full),
        rejectFile: bench.folder["rejects.ndjson"]))
    #expect(try job.run().notes.map(\.kind) == [.gap])
    try bench.folder.write(LogBench.line(5) + after + LogBench.line(30), to: "app.log")
    if name != "app.log" { try bench.move("app.log", name) }
    try bench.append(40)
    try bench.follow(until: 40)
    #expect(try bench.ids() == Array(20..<24) + [30, 40])
    #expect(bench.notes.map(\.kind) == [.possibleLoss])
    #expect(bench.notes.first?.message.contains("between byte 0 and byte 8") == true)
    try bench.append(41)
    try bench.follow(until: 41)
    #expect(bench.notes.isEmpty)
  }

  @Test("are told once by an import that has nothing else to do", arguments: [[], [30]])
  func imported(more: [Int]) throws {
    let after = LogBench.lines(20..<24)
    try bench.folder.write(Self.hole + Array(after.utf8), to: "app.log")
    func run() throws -> ImportSummary {
      try ImportJob(
        feed: .file(bench.log), columns: [try ImportColumn(parsing: "id:int=id")],
        sink: try SQLiteSink(path: bench.folder["db.sqlite"], table: "t"),
        options: ImportOptions(feed: FeedOptions(framing: .lines, checking: .full))
      ).run()
    }
    #expect(try run().notes.map(\.kind) == [.gap])
    try bench.folder.write(LogBench.line(5) + after + LogBench.lines(more), to: "app.log")
    #expect(try run().notes.map(\.kind) == [.possibleLoss])
    #expect(try bench.ids() == Array(20..<24) + more)
    #expect(try run().notes.isEmpty)
  }

  @Test("made of a generation that was read another one, which was read again")
  func filledGeneration() throws {
    let text = Array(LogBench.lines(1...2).utf8) + Self.hole + Array(LogBench.lines(6...8).utf8)
    try bench.append(0)
    try bench.follow(until: 0)
    try bench.rename()
    try bench.folder.append(String(decoding: text, as: UTF8.self), to: "app.log.1")
    try bench.append(20)
    try bench.follow(until: 20)
    #expect(try bench.ids() == [0, 1, 2, 6, 7, 8, 20])
    // Its number is another one, too: only its content tells that it was read.
    let whole = LogBench.lines([0, 1, 2, 5, 6, 7, 8])
    try FileManager.default.removeItem(atPath: bench.folder["app.log.1"])
    try bench.folder.write(whole, to: "app.log.2")
    try bench.append(21)
    try bench.follow(until: 21)
    #expect(try bench.ids() == [0, 1, 2, 6, 7, 8, 20, 21])
    #expect(bench.notes.map(\.kind) == [.possibleLoss])
    try bench.append(22)
    try bench.follow(until: 22)
    #expect(bench.notes.isEmpty)
  }

  @Test("the hash of text counts a hole as whatever fills it, and nothing else")
  func hashes() {
    let hole = Array("abcd".utf8) + [0, 0, 0] + Array("efgh".utf8) + [0] + Array("ij".utf8)
    let hash = SourceFingerprint.textHash(hole)
    #expect(hash.hasSuffix("~4-7~11-12"))
    for (text, isSame) in [
      ("abcd123efgh4ij", true), ("abcd\0\u{0}3efgh4ij", true), ("abcX123efgh4ij", false),
      ("abcd123efgX4ij", false), ("abcd123efgh4i", false), ("abcd123efgh4ijk", false),
    ] {
      #expect(SourceFingerprint.isHash(hash, of: Array(text.utf8)) == isSame, "\(text)")
    }
    let plain = Array("abcd".utf8)
    #expect(SourceFingerprint.textHash(plain) == SourceFingerprint.hash(plain))
    #expect(SourceFingerprint.isHash(SourceFingerprint.hash(plain), of: plain))
    // Where hardly anything is written, anything would fit.
    let blank = [UInt8](repeating: 0, count: 100) + Array("abc".utf8)
    #expect(SourceFingerprint.textHash(blank) == SourceFingerprint.hash(blank))
    // A checkpoint has hundreds of hashes, and no room for all holes.
    let torn = (0..<40).map { $0 % 2 == 0 ? UInt8(0) : 65 }
    #expect(SourceFingerprint.textHash(torn) == SourceFingerprint.hash(torn))
    for damaged in ["~", "~4", "~4-", "~7-4", "~4-400", "~-1-4", "~a-b"] {
      #expect(!SourceFingerprint.isHash(SourceFingerprint.hash(hole) + damaged, of: hole))
    }
  }
}
