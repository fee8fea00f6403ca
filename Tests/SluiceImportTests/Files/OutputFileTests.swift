import SluiceFeed
import SluiceImport
import TestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

@Suite("A file that is written as a whole")
struct OutputFileTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func mode(_ name: String) -> mode_t? {
    var status = stat()
    return unsafe lstat(folder[name], &status) == 0 ? status.st_mode : nil
  }

  @Test("replaces the file of a link, keeps its mode, and leaves no other files")
  func replaced() throws {
    try folder.write("old", to: "real")
    #expect(unsafe chmod(folder["real"], 0o640) == 0)
    #expect(unsafe symlink("real", folder["link"]) == 0)
    try folder.write("victim", to: "victim")
    #expect(unsafe symlink("victim", folder["real.new"]) == 0)
    try OutputFile.write(Array("new".utf8), to: folder["link"], over: .anything)
    #expect(try folder.bytes("real") == Array("new".utf8))
    #expect(mode("real") == S_IFREG | 0o640)
    #expect((mode("link") ?? 0) & S_IFMT == S_IFLNK)
    #expect(try folder.bytes("victim") == Array("victim".utf8))
    #expect(folder.names == ["link", "real", "real.new", "victim"])
  }

  @Test("is made where a dangling link leads")
  func dangling() throws {
    #expect(unsafe symlink("real", folder["link"]) == 0)
    try OutputFile.write(Array("new".utf8), to: folder["link"], isPrivate: true, over: .anything)
    #expect(try folder.bytes("real") == Array("new".utf8))
    #expect(mode("real") == S_IFREG | 0o600)
  }

  @Test("is a device or a pipe as before: written, and not replaced")
  func device() throws {
    #expect(unsafe mkfifo(folder["pipe"], 0o600) == 0)
    let reader = unsafe open(folder["pipe"], O_RDONLY | O_NONBLOCK)
    defer { close(reader) }
    try OutputFile.write(Array("new".utf8), to: folder["pipe"], over: .anything)
    var bytes = [UInt8](repeating: 0, count: 10)
    #expect(unsafe read(reader, &bytes, 10) == 3)
    #expect(folder.names == ["pipe"])
    #expect((mode("pipe") ?? 0) & S_IFMT == S_IFIFO)
  }

  @Test("is a described error without leftovers in a circle of links, or in no folder")
  func failures() throws {
    #expect(unsafe symlink("b", folder["a"]) == 0 && symlink("a", folder["b"]) == 0)
    for name in ["a", "no/file"] {
      let error = importError { try OutputFile.write([1], to: folder[name], over: .anything) }
      #expect(error?.kind == .sink)
    }
    #expect(folder.names == ["a", "b"])
  }

  @Test(
    "is free once its job ended, also while a process that is being started has its descriptor",
    .enabled(if: unsafe access("/proc/self/fd", F_OK) == 0, "descriptors are found by way of /proc")
  )
  func locksEndWithTheJob() throws {
    let feed = try folder.write("{\"id\":1}\nbad\n", to: "a.ndjson")
    let (rows, rejects) = (folder["rows.csv"], folder["rejects.ndjson"])
    var copies: [Int32] = []
    defer { for copy in copies { close(copy) } }
    for round in 0..<2 {
      let job = try ImportJob(
        feed: .file(feed), columns: [try ImportColumn(parsing: "id:int=id")],
        sink: try FileSink(path: rows, format: .csv), options: ImportOptions(rejectFile: rejects))
      let summary = try job.run { _ in
        // As a process has them from its fork until it runs its program.
        guard copies.isEmpty else { return }
        let open = (3..<min(getdtablesize(), 65536)).filter {
          [rows, rejects].contains(target(of: $0))
        }
        copies = open.map { dup($0) }
      }
      #expect(summary.rows == (round == 0 ? 1 : 0))
      #expect(copies.count >= 2)
    }
  }

  private func target(of descriptor: Int32) -> String? {
    var name = [CChar](repeating: 0, count: 4097)
    let count = unsafe readlink("/proc/self/fd/\(descriptor)", &name, 4096)
    guard count > 0 else { return nil }
    return String(decoding: name[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
