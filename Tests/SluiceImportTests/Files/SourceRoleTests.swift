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

/// Many sources are known by their identities only.
@Suite("One of many files that is also written")
struct SourceRoleTests {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    for name in ["a", "b", "c"] { try folder.write("{\"id\":1}\n", to: name) }
  }

  private func error(_ names: [String], rejects: String? = nil) -> ImportError? {
    importError {
      let job = try ImportJob(
        feed: .files(names.map { folder[$0] }),
        columns: [ImportColumn(parsing: "id:int=id")],
        sink: FileSink(path: folder["out.csv"], format: .csv),
        options: ImportOptions(rejectFile: rejects.map { folder[$0] }))
      _ = try job.run()
    }
  }

  @Test("is refused before anything is written, under whatever name it is given")
  func refused() throws {
    try folder.write("id\r\n", to: "out.csv")
    #expect(unsafe link(folder["out.csv"], folder["hard"]) == 0)
    #expect(unsafe symlink("b", folder["soft"]) == 0)
    for (names, rejects, named) in [
      (["a", "hard"], nil, "hard"), (["out.csv", "a"], nil, "out.csv"),
      (["a", "b"], "soft", "b"), (["a", "missing"], "missing", "missing"),
      (["a", "b"], "b", "b"),
    ] as [([String], String?, String)] {
      let error = error(names, rejects: rejects)
      #expect(error?.kind == .sameFile, "\(names)")
      #expect(
        error?.message.contains("the same file as the source \(folder[named])") == true,
        "\(error?.message ?? "nothing thrown")")
      #expect(try folder.bytes("out.csv") == Array("id\r\n".utf8))
      #expect(try folder.bytes("b") == Array("{\"id\":1}\n".utf8))
      #expect(!folder.has("missing") && !folder.has("out.csv.sluice"))
    }
    #expect(unsafe unlink(folder["hard"]) == 0)
    #expect(error(["a", "b", "c", "a"], rejects: "rejects") == nil)
  }

  /// Says that it writes a file.
  private final class NamingSink: Sink {
    let name = "rows in memory"
    let files: [SinkFile]

    init(_ files: [SinkFile]) { self.files = files }

    func open(
      _ jobs: [JobIdentity?], columns: [ImportColumn]
    ) throws(ImportError) -> Checkpoint? { nil }
    func append(_ row: borrowing ImportRow) throws(ImportError) -> RowVerdict { .stored }
    func commit(_ checkpoint: Checkpoint) throws(ImportError) {}
    func rollBack() {}
  }

  @Test("is refused where a sink of the caller's own says that it writes it, or keeps it beside")
  func ownSink() throws {
    func error(_ file: SinkFile) -> ImportError? {
      importError {
        _ = try ImportJob(
          feed: .file(folder["a"]), columns: [ImportColumn(parsing: "id:int=id")],
          sink: NamingSink([file])
        ).run()
      }
    }
    #expect(error(SinkFile(path: folder["other"], endings: [".log"])) == nil)
    #expect(
      error(SinkFile(path: folder["a"]))?.message.contains(
        "the target \(folder["a"]) is the same file as the source \(folder["a"])") == true)
    try folder.write("", to: "x")
    #expect(unsafe symlink("a", folder["x.log"]) == 0)
    #expect(error(SinkFile(path: folder["x"], endings: [".log"]))?.kind == .sameFile)
  }
}
