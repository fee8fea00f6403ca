import SluiceSystem
import TestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Of many files, the folder is not looked for again.
@Suite("The path of a file without links")
struct RealFoldersTests {
  let folder: TemporaryFolder
  private let folders = RealFolders()

  init() throws {
    folder = try TemporaryFolder()
    for name in ["one", "two"] {
      #expect(unsafe mkdir(folder[name], 0o700) == 0)
      for file in ["a", "b"] { try folder.write("\(name)\(file)", to: "\(name)/\(file)") }
    }
    #expect(unsafe symlink("a", folder["one/link"]) == 0)
    #expect(unsafe symlink("one", folder["current"]) == 0)
  }

  private func path(_ name: String) throws -> String? {
    folders.path(of: folder[name], try FileStatus(at: folder[name]).identity)
  }

  @Test("is the one that the system finds, in one folder and then in another")
  func same() throws {
    for name in [
      "one/a", "one/b", "current/a", "current/b", "current/link", "one/link", "two/a",
      "current/../two/b", "one/./a", "one//b", "current/a",
    ] {
      #expect(try path(name) == FilePath.real(folder[name]), "\(name)")
    }
    #expect(try path("current/link") == path("one/a"))
  }

  @Test("follows a folder whose link leads elsewhere by now")
  func moved() throws {
    #expect(try path("current/a") == path("one/a"))
    #expect(unsafe unlink(folder["current"]) == 0)
    #expect(unsafe symlink("two", folder["current"]) == 0)
    #expect(try path("current/a") == FilePath.real(folder["two/a"]))
    #expect(try path("current/b") == FilePath.real(folder["two/b"]))
  }

  @Test("is nil if the file is gone")
  func gone() throws {
    let identity = try FileStatus(at: folder["one/b"]).identity
    #expect(unsafe unlink(folder["one/b"]) == 0)
    #expect(folders.path(of: folder["one/b"], identity) == nil)
  }
}
