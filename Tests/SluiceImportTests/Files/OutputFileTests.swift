import SluiceImport
import SluiceImportTestSupport
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
    return lstat(folder[name], &status) == 0 ? status.st_mode : nil
  }

  @Test("takes the place of a link's file, keeps its mode, and leaves nothing else behind")
  func replaced() throws {
    try folder.write("old", to: "real")
    #expect(chmod(folder["real"], 0o640) == 0)
    #expect(symlink("real", folder["link"]) == 0)
    try folder.write("victim", to: "victim")
    #expect(symlink("victim", folder["real.new"]) == 0)
    try OutputFile.write(Array("new".utf8), to: folder["link"])
    #expect(try folder.bytes("real") == Array("new".utf8))
    #expect(mode("real") == S_IFREG | 0o640)
    #expect((mode("link") ?? 0) & S_IFMT == S_IFLNK)
    #expect(try folder.bytes("victim") == Array("victim".utf8))
    #expect(folder.names == ["link", "real", "real.new", "victim"])
  }

  @Test("is made where a link leads that leads nowhere yet")
  func dangling() throws {
    #expect(symlink("real", folder["link"]) == 0)
    try OutputFile.write(Array("new".utf8), to: folder["link"], isPrivate: true)
    #expect(try folder.bytes("real") == Array("new".utf8))
    #expect(mode("real") == S_IFREG | 0o600)
  }

  @Test("is a device or a pipe as before: written, and not replaced")
  func device() throws {
    #expect(mkfifo(folder["pipe"], 0o600) == 0)
    let reader = open(folder["pipe"], O_RDONLY | O_NONBLOCK)
    defer { close(reader) }
    try OutputFile.write(Array("new".utf8), to: folder["pipe"])
    var bytes = [UInt8](repeating: 0, count: 10)
    #expect(read(reader, &bytes, 10) == 3)
    #expect(folder.names == ["pipe"])
    #expect((mode("pipe") ?? 0) & S_IFMT == S_IFIFO)
  }

  @Test("in a circle of links, or in no folder, is a described error, and leaves nothing behind")
  func failures() throws {
    #expect(symlink("b", folder["a"]) == 0 && symlink("a", folder["b"]) == 0)
    for name in ["a", "no/file"] {
      let error = importError { try OutputFile.write([1], to: folder[name]) }
      #expect(error?.kind == .sink)
    }
    #expect(folder.names == ["a", "b"])
  }
}
