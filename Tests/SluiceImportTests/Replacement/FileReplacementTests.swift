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

@Suite("A replacement of a file")
struct FileReplacementTests {
  let bench: ReplacementBench
  var folder: TemporaryFolder { bench.folder }

  init() throws {
    bench = try ReplacementBench(.csv)
    try bench.feed("old", "old", 1...5)
    try bench.feed("feed", "new", 1...10)
  }

  private func status(_ name: String) -> stat? {
    var status = stat()
    return unsafe lstat(folder[name], &status) == 0 ? status : nil
  }

  private var parts: [String] { folder.names.filter { $0.hasSuffix(".part") } }

  /// What a kill right after a step of the publishing leaves, and how the next run treats it.
  @Test(
    "that was killed between two steps of its publishing has old rows or new ones, with their progress",
    arguments: 0...3, [WriteMode.append, .replace])
  func killedWhilePublishing(steps: Int, next: WriteMode) throws {
    try bench.run(["old"])
    let old = try (folder.bytes("out.csv"), folder.bytes("out.csv.sluice"))
    let broke = importError { try bench.run(["feed"], commits: 3) }
    #expect(broke != nil)
    // All rows are gathered, and nothing is published.
    let columns = [try ImportColumn(parsing: "id:int=id"), try ImportColumn(parsing: "v:text=v")]
    let unpublished = UnpublishedSink(try bench.sink())
    #expect(throws: ImportError.self) {
      try ImportJob(
        feed: .files([folder["feed"]]), columns: columns, sink: unpublished,
        options: ImportOptions(rejectFile: folder["rejects.ndjson"])
      ).run()
    }
    #expect(try folder.bytes("out.csv") == old.0)
    #expect(try bench.rows() == bench.expected("old", 1...5))
    let part = try #require(parts.first)
    let journal = try #require(folder.names.first { $0.hasSuffix(".part.sluice") })
    if steps > 0 {
      let note = String(decoding: try folder.bytes("out.csv.sluice"), as: UTF8.self)
      #expect(note.contains("\"publishing\":false"))
      try folder.write(
        note.replacing("\"publishing\":false", with: "\"publishing\":true"), to: "out.csv.sluice")
    }
    if steps > 1 { #expect(unsafe rename(folder[part], folder["out.csv"]) == 0) }
    if steps > 2 { #expect(unsafe rename(folder[journal], folder["out.csv.sluice"]) == 0) }
    try folder.append("{\"id\":11,\"v\":\"new\"}\n", to: "feed")
    let summary = try bench.run(["feed"], next)
    switch (steps, next) {
    case (0, .append): #expect(summary.rows == 11)
    case (_, .append):
      #expect(summary.rows == 1)
      #expect(try bench.rows() == bench.expected("new", 1...11))
    default: #expect(try bench.rows() == bench.expected("new", 1...11))
    }
    if steps > 0 || next == .replace { #expect(parts.isEmpty) }
  }

  @Test("writes through no planted link, and touches no file of another user")
  func planted() throws {
    try bench.run(["old"])
    try folder.write("precious", to: "victim")
    for name in ["out.csv.part", "out.csv.sluice.new", "out.csv.new"] {
      #expect(unsafe symlink(folder["victim"], folder[name]) == 0)
    }
    try bench.run(["feed"])
    #expect(try folder.bytes("victim") == Array("precious".utf8))
    for name in ["out.csv.part", "out.csv.sluice.new", "out.csv.new"] {
      unsafe unlink(folder[name])
      try folder.write("theirs", to: name)
    }
    try bench.run(["feed"])
    for name in ["out.csv.part", "out.csv.sluice.new", "out.csv.new"] {
      #expect(try folder.bytes(name) == Array("theirs".utf8))
    }
  }

  @Test(
    "begins anew when its part is another file",
    arguments: ["a link", "another file", "shorter", "gone"])
  func otherPart(what: String) throws {
    #expect(throws: ImportError.self) { try bench.run(["feed"], commits: 3) }
    let part = try #require(parts.first)
    let bytes = try folder.bytes(part)
    unsafe unlink(folder[part])
    switch what {
    case "a link":
      try folder.write(bytes, to: "victim")
      #expect(unsafe symlink(folder["victim"], folder[part]) == 0)
    case "another file":
      try folder.write("stays so that its number is not used again", to: "other")
      try folder.write(bytes, to: part)
      #expect(unsafe rename(folder["other"], folder[part]) == 0)
    case "shorter":
      try folder.write(bytes.dropLast(), to: part)
    default: break
    }
    guard case .begunAnew = try bench.plan(["feed"]).replacement else {
      Issue.record("it resumes")
      return
    }
    try bench.run(["feed"])
    #expect(try bench.rows() == bench.expected("new", 1...10))
    if what == "a link" { #expect(try folder.bytes("victim") == bytes) }
  }

  @Test("keeps the target's mode, and treats a link as its file", arguments: [0o600, 0o640, 0o664])
  func modes(mode: Int) throws {
    try bench.run(["old"])
    #expect(unsafe chmod(folder["out.csv"], mode_t(mode)) == 0)
    #expect(unsafe mkdir(folder["data"], 0o755) == 0)
    #expect(unsafe rename(folder["out.csv"], folder["data/real.csv"]) == 0)
    #expect(unsafe rename(folder["out.csv.sluice"], folder["data/real.csv.sluice"]) == 0)
    #expect(unsafe symlink("data/real.csv", folder["out.csv"]) == 0)
    try bench.run(["feed"])
    #expect(status("out.csv")?.st_mode ?? 0 & S_IFMT == status("out.csv")?.st_mode ?? 1)
    #expect((status("out.csv")?.st_mode ?? 0) & S_IFMT == S_IFLNK)
    #expect((status("data/real.csv")?.st_mode ?? 0) & 0o7777 == mode_t(mode))
    #expect(try bench.rows() == bench.expected("new", 1...10))
    // Under its own name it is the same file, with the same progress.
    let sink = try FileSink(path: folder["data/real.csv"], format: .csv)
    #expect(
      try runJob(.file(folder["feed"]), into: sink, ["id:int=id", "v:text=v"]).rows == 0)
  }

  @Test(
    "keeps the target's owner", .enabled(if: geteuid() == 0, "only root may give files away"))
  func owner() throws {
    try bench.run(["old"])
    #expect(unsafe chown(folder["out.csv"], 1234, 4321) == 0)
    try bench.run(["feed"])
    #expect(status("out.csv")?.st_uid == 1234 && status("out.csv")?.st_gid == 4321)
    #expect(try bench.rows() == bench.expected("new", 1...10))
  }

  @Test("has side files that only their owner can read")
  func privateFiles() throws {
    try bench.feed("bad", "x", 1...9, bad: [2])
    #expect(throws: ImportError.self) { try bench.run(["bad"], commits: 3) }
    for name in folder.names where name.contains(".sluice") || name == "rejects.ndjson" {
      #expect((status(name)?.st_mode ?? 0) & 0o777 == 0o600, "\(name)")
    }
    #expect(folder.names.count { $0.contains(".sluice") } == 3)
  }

  @Test("writes into a pipe, and replaces nothing")
  func fifo() throws {
    #expect(unsafe mkfifo(folder["out.csv"], 0o600) == 0)
    let reader = unsafe open(folder["out.csv"], O_RDONLY | O_NONBLOCK)
    defer { close(reader) }
    try bench.run(["feed"])
    #expect((status("out.csv")?.st_mode ?? 0) & S_IFMT == S_IFIFO)
    var bytes = [UInt8](repeating: 0, count: 1000)
    let count = unsafe read(reader, &bytes, bytes.count)
    #expect(String(decoding: bytes[..<max(count, 0)], as: UTF8.self).hasPrefix("id,v\r\n1,new\r\n"))
    #expect(!folder.has("out.csv.sluice"))
  }
}

/// A sink that breaks instead of publishing.
private final class UnpublishedSink: Sink {
  let inner: any Sink
  var name: String { inner.name }
  var keepsRowsBack: Bool { inner.keepsRowsBack }

  init(_ inner: any Sink) { self.inner = inner }

  func open(_ jobs: [JobIdentity?], columns: [ImportColumn]) throws(ImportError) -> Checkpoint? {
    try inner.open(jobs, columns: columns)
  }
  func beginAnew() throws(ImportError) { try inner.beginAnew() }
  func switchSource(to job: JobIdentity?) throws(ImportError) -> Checkpoint? {
    try inner.switchSource(to: job)
  }
  func append(_ row: borrowing ImportRow) throws(ImportError) -> RowVerdict {
    try inner.append(row)
  }
  func commit(_ checkpoint: Checkpoint) throws(ImportError) { try inner.commit(checkpoint) }
  func finish() throws(ImportError) { throw ImportError(.sink, "planted") }
  func rollBack() { inner.rollBack() }
}
