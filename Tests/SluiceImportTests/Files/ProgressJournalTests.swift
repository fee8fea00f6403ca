import Foundation
import SluiceFeed
import SluiceImport
import SluiceImportTestSupport
import TestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

@Suite("Progress beside a file")
struct ProgressJournalTests {
  let bench: ReplacementBench
  var folder: TemporaryFolder { bench.folder }
  private let columns: [ImportColumn]

  init() throws {
    bench = try ReplacementBench(.csv)
    columns = [try ImportColumn(parsing: "id:int=id"), try ImportColumn(parsing: "v:text=v")]
  }

  private func checkpoint(_ offset: Int64) -> Checkpoint {
    Checkpoint(
      position: FeedPosition(offset: offset, line: 1, recordNumber: 1), rows: 0, rejects: 0,
      fingerprint: SourceFingerprint(size: 18, head: "", tail: ""), rejectFile: nil,
      rejectFileLength: 0, isFinished: true)
  }

  /// Commits twice for each source. Returns the number of bytes of progress that were written.
  private func written(_ sources: Int, into name: String) throws -> Int64 {
    let jobs = (0..<sources).map { JobIdentity(source: "/feed/\($0)", columns: columns) }
    let sink = try FileSink(path: folder[name], format: .csv)
    _ = try sink.open(jobs, columns: columns)
    for job in jobs {
      _ = try sink.switchSource(to: job)
      try sink.commit(checkpoint(1))
      try sink.commit(checkpoint(9))
    }
    let count = sink.progressBytesWritten
    sink.rollBack()
    return count
  }

  @Test("grows by a line with each commit: the bytes written are linear in their number")
  func linear() throws {
    let (few, many) = (try written(50, into: "few.csv"), try written(400, into: "many.csv"))
    // 1,112 files wrote 555 MB when each commit rewrote everything: 64 times as much here.
    #expect(many < few * 24, "\(few) and \(many) bytes")
    #expect(many < 400 * 2 * 1000)
    // It holds all of them, and is shortened as it grows.
    let again = try FileSink(path: folder["many.csv"], format: .csv)
    for source in [0, 1, 200, 399] {
      let job = JobIdentity(source: "/feed/\(source)", columns: columns)
      let found = try again.open([job], columns: columns)
      #expect(found == checkpoint(9))
      again.rollBack()
    }
  }

  @Test("is rewritten when most of it is out of date, and loses nothing")
  func shortened() throws {
    let job = JobIdentity(source: "/feed", columns: columns)
    let sink = try FileSink(path: folder["out.csv"], format: .csv)
    _ = try sink.open([job], columns: columns)
    for commit in 1...300 { try sink.commit(checkpoint(Int64(commit))) }
    sink.rollBack()
    #expect(try folder.bytes("out.csv.sluice").count < 70_000)
    let again = try FileSink(path: folder["out.csv"], format: .csv)
    let found = try again.open([job], columns: columns)
    #expect(found == checkpoint(300))
    #expect(folder.names == ["out.csv", "out.csv.sluice"])
  }

  @Test("counts up to the line before a torn last line, wherever it was torn")
  func torn() throws {
    try bench.feed("a", "x", 1...10)
    try bench.run(["a"], .append)
    let journal = try folder.bytes("out.csv.sluice")
    let rows = try folder.bytes("out.csv")
    let lastLine = journal.dropLast().lastIndex(of: UInt8(ascii: "\n"))! + 1
    for cut in [lastLine, lastLine + 1, lastLine + 50, journal.count - 2, journal.count - 1] {
      for junk in [[], [UInt8](repeating: 0, count: 40)] {
        try folder.write(Array(journal[..<cut]) + junk, to: "out.csv.sluice")
        try folder.write(rows, to: "out.csv")
        let summary = try bench.run(["a"], .append)
        #expect(summary.totalRows == 10, "cut at \(cut)")
        #expect(try bench.rows() == bench.expected("x", 1...10))
      }
    }
  }

  @Test("is refused before anything is written if it is damaged or has a newer version")
  func refused() throws {
    try bench.feed("a", "x", 1...10)
    try bench.run(["a"], .append)
    let journal = String(decoding: try folder.bytes("out.csv.sluice"), as: UTF8.self)
    let rows = try folder.bytes("out.csv")
    for (text, reason) in [
      (journal.replacing("\"version\":2", with: "\"version\":3"), "has format version 3"),
      (journal.replacing("\"version\":2", with: "\"v\":2"), "can't be read"),
      (journal.replacing("\"checkpoint\"", with: "\"check\"") + journal, "can't be read"),
    ] {
      for mode in [WriteMode.append, .replace] {
        try folder.write(text, to: "out.csv.sluice")
        let error = importError { try bench.run(["a"], mode) }
        #expect(error?.kind == .conflict)
        #expect(error?.message.contains(reason) == true, "\(error?.message ?? "nothing thrown")")
        #expect(importError { _ = try bench.plan(["a"], mode) }?.message == error?.message)
        #expect(try folder.bytes("out.csv") == rows)
        #expect(folder.names == ["a", "out.csv", "out.csv.sluice", "rejects.ndjson"])
      }
    }
  }
}

/// What was committed belongs to one file.
@Suite("A file that has changed since an import")
struct FileStateTests {
  let bench: ReplacementBench
  var folder: TemporaryFolder { bench.folder }

  init() throws {
    bench = try ReplacementBench(.csv)
    try bench.feed("feed", "x", 1...10)
    try bench.run(["feed"], .append)
  }

  private func message(_ choices: TableChoices = []) -> String {
    importError { try bench.run(["feed"], .append, choices: choices) }?.message ?? "nothing thrown"
  }

  @Test("because it is gone, is reported, and imported again with --restart")
  func gone() throws {
    unsafe unlink(folder["out.csv"])
    #expect(message().contains("is gone, and 10 rows of"))
    #expect(importError { _ = try bench.plan(["feed"], .append) }?.message == message())
    #expect(!folder.has("out.csv"))
    #expect(try bench.run(["feed"], .append, choices: .restart).rows == 10)
    #expect(try bench.rows() == bench.expected("x", 1...10))
    #expect(try bench.run(["feed"], .append).rows == 0)
  }

  @Test("because others remove it, is continued from then on", arguments: [true, false])
  func takenAway(isGone: Bool) throws {
    func take() throws {
      if isGone {
        unsafe unlink(folder["out.csv"])
      } else {
        try folder.write("id,v\r\n", to: "out.csv")
      }
    }
    try take()
    #expect(message().contains(isGone ? "is gone" : "is empty"))
    #expect(try bench.run(["feed"], .append, choices: .mayBeEmpty).rows == 0)
    try folder.append("{\"id\":11,\"v\":\"x\"}\n", to: "feed")
    #expect(try bench.run(["feed"], .append).rows == 1)
    try take()
    try folder.append("{\"id\":12,\"v\":\"x\"}\n", to: "feed")
    #expect(try bench.run(["feed"], .append).rows == 1)
    #expect(try bench.rows() == ["12 x"])
  }

  @Test("because it lost rows or has others, is adopted, or is new to another source")
  func changed() throws {
    try folder.write("id,v\r\n1,x\r\n", to: "out.csv")
    #expect(message().contains("some of its rows are gone"))
    try folder.write(
      "id,v\r\n" + (1...20).map { "\($0),other\r\n" }.joined(), to: "out.csv")
    #expect(message().contains("is another one"))
    try bench.feed("more", "y", 1...2)
    #expect(try bench.run(["more"], .append).rows == 2)
    // The other one still reports it.
    #expect(message().contains("is another one"))
    #expect(try bench.run(["feed"], .append, choices: .adoptTable).rows == 0)
    #expect(try bench.run(["feed"], .append).rows == 0)
    #expect(try bench.rows().count == 22)
  }

  @Test("and that of an interrupted job, is not cut to what that one had committed")
  func notCut() throws {
    try bench.feed("other", "y", 1...20)
    #expect(throws: ImportError.self) { try bench.run(["other"], .append, commits: 2) }
    let theirs = "id,v\r\n" + (1...40).map { "\($0),precious\r\n" }.joined()
    try folder.write(theirs, to: "out.csv")
    #expect(
      importError { try bench.run(["other"], .append) }?.message.contains("is another one") == true)
    #expect(try folder.bytes("out.csv") == Array(theirs.utf8))
  }

  @Test("because someone added rows, keeps them")
  func grown() throws {
    try folder.append("99,theirs\r\n", to: "out.csv")
    try folder.append("{\"id\":11,\"v\":\"x\"}\n", to: "feed")
    #expect(try bench.run(["feed"], .append).rows == 1)
    #expect(try bench.rows() == bench.expected("x", 1...10) + ["99 theirs", "11 x"])
  }
}

/// A file that a killed run left under a temporary name.
@Suite("A side file that was being written when its run was killed")
struct LeftoverTests {
  let bench: ReplacementBench
  var folder: TemporaryFolder { bench.folder }

  init() throws { bench = try ReplacementBench(.csv) }

  private static let digits = "0123456789abcdef"
  private static let ours = [
    (".out.csv.sluice.\(digits).new", "{\"sluice\":\"progress\",\"version\":2"),
    (".out.csv.\(digits).part.sluice.\(digits).new", "{\"slui"),
    (".rejects.ndjson.sluice.\(digits).new", "{\n  \"version\": 2,"),
    // World 529 of seed 3: of a run that was killed while it removed old rejects.
    (".rejects.ndjson.\(digits).new", "{\"source\":\"a\",\"record\":1,"),
  ]
  /// A user's, another target's, or one with a name of another kind.
  private static let others = [
    ".out.csv.sluice.new", ".out.csv.sluice.\(digits)0.new", ".out.csv.sluice.0123456789ABCDEF.new",
    ".out.csv.sluice.\(digits).new.old", ".out.csv.sluice.my.\(digits).new",
    ".out.csv.\(digits).new",
    "out.csv.sluice.\(digits).new", ".other.csv.sluice.\(digits).new",
    ".about.csv.sluice.\(digits).new", ".out.csv.\(digits).part", ".sluice.\(digits).new",
    ".rejects.ndjson.\(digits).part.sluice.\(digits).new", ".out.csv.sluice_\(digits).new",
  ]

  @Test("is removed by the next run, and no file with a similar name is")
  func removed() throws {
    try bench.feed("a", "x", 1...10)
    for (name, beginning) in LeftoverTests.ours { try folder.write(beginning, to: name) }
    for name in LeftoverTests.others { try folder.write("half", to: name) }
    try bench.run(["a"], .append)
    #expect(try bench.rows() == bench.expected("x", 1...10))
    let expected = LeftoverTests.others + ["a", "out.csv", "out.csv.sluice", "rejects.ndjson"]
    #expect(folder.names.sorted() == expected.sorted())
    // Where another program's lines come first, what was left begins as they do.
    let (name, line) = (LeftoverTests.ours[3].0, "{\"of\":\"another program\"}\n")
    for (text, stays) in [(line, false), ("", false), ("half", true)] {
      try folder.write(line, to: "rejects.ndjson")
      try folder.write(text, to: name)
      try bench.run(["a"], .append)
      #expect(folder.names.contains(name) == stays, "\(text)")
    }
    // An empty reject file tells of no beginning.
    try folder.write("", to: "rejects.ndjson")
    try bench.run(["a"], .append)
    #expect(try folder.bytes(name) == Array("half".utf8))
    try FileManager.default.removeItem(atPath: folder[name])
    for name in LeftoverTests.others { #expect(try folder.bytes(name) == Array("half".utf8)) }
  }

  @Test(
    "does not stop a job whose file has only a piece of its first line")
  func tornHead() throws {
    try bench.feed("a", "x", 1...10)
    #expect(importError { try bench.run(["a"], .append, commits: 0) } != nil)
    #expect(folder.names.contains("out.csv.sluice"))
    for count in 1...4 {
      try folder.write(String("id,v\n".prefix(count)), to: "out.csv")
      _ = try bench.plan(["a"], .append)
    }
    try bench.run(["a"], .append)
    #expect(try bench.rows() == bench.expected("x", 1...10))
  }

  @Test("stays when it is a link, a folder, has another name, or is in use")
  func kept() throws {
    try bench.feed("a", "x", 1...10)
    func name(_ number: Int) -> String { ".out.csv.sluice.000000000000000\(number).new" }
    try folder.write("mine", to: "victim")
    #expect(unsafe symlink("victim", folder[name(1)]) == 0)
    #expect(unsafe link(folder["victim"], folder[name(2)]) == 0)
    #expect(unsafe mkdir(folder[name(3)], 0o700) == 0)
    try folder.write("half", to: name(4))
    let file = unsafe open(folder[name(4)], O_RDONLY)
    defer { close(file) }
    #expect(flock(file, LOCK_EX | LOCK_NB) == 0)
    try bench.run(["a"], .append)
    #expect(try folder.bytes("victim") == Array("mine".utf8))
    for number in 1...4 { #expect(folder.names.contains(name(number))) }
  }

  @Test("is removed, too, when it already has its name, and its first name is left")
  func linked() throws {
    try bench.feed("a", "x", 1...10)
    try bench.run(["a"], .append)
    let name = LeftoverTests.ours[0].0
    #expect(unsafe link(folder["out.csv.sluice"], folder[name]) == 0)
    let summary = try bench.run(["a"], .append)
    #expect(summary.totalRows == 10)
    #expect(!folder.names.contains(name))
  }
}
