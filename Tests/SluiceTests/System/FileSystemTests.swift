import Foundation
import SluiceSystem
import TestSupport
import Testing

@Suite("Files of the system")
final class FileSystemTests {
  private let temporary: TemporaryFolder
  private var folder: String { temporary.path }

  init() throws { temporary = try TemporaryFolder() }

  private func made(_ name: String, _ text: String = "") throws -> String {
    let path = "\(folder)/\(name)"
    let file = try FileDescriptor.open(path, for: [.creating, .onlyNew], permissions: 0o600)
    defer { file.close() }
    var text = text
    try text.withUTF8 { try unsafe file.write(UnsafeRawBufferPointer($0)) }
    return path
  }

  @Test("paths come apart at their last slash")
  func paths() {
    for (path, folder, name) in [
      ("a/b", "a", "b"), ("b", ".", "b"), ("/b", "/", "b"), ("a/", "a", ""),
      ("a/\u{301}b", "a", "\u{301}b"),
    ] {
      #expect(FilePath.folder(of: path) == folder)
      #expect(FilePath.name(of: path) == name)
    }
    #expect(FilePath.path(of: "c", beside: "a/b") == "a/c")
    #expect(FilePath.path(of: "c", beside: "b") == "c")
  }

  @Test("a file has one identity under all its names, and it survives as text")
  func identity() throws {
    let (path, link) = (try made("file"), "\(folder)/link")
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: path)
    let identity = try FileStatus(at: path).identity
    #expect(try FileStatus(at: link).identity == identity)
    #expect(try FileStatus(at: link, followingLinks: false).identity != identity)
    #expect(FileIdentity(identity.description[...]) == identity)
    for text in ["", "1", "1:", "1:2:3", "a:b"] as [Substring] {
      #expect(FileIdentity(text) == nil)
    }
    #expect(FilePath.link(at: link) == path)
    #expect(FilePath.link(at: path) == nil)
  }

  @Test("errors tell the call, the path and the system's reason")
  func errors() throws {
    let missing = "\(folder)/missing"
    let error = #expect(throws: SystemError.self) {
      try FileDescriptor.open(reading: missing, waitsForWriter: true)
    }
    #expect(error?.code == .noSuchFile)
    #expect(error?.description == "can't open \(missing): No such file or directory")
    let cut = #expect(throws: SystemError.self) {
      try FileDescriptor.open(reading: "a\0b", waitsForWriter: true)
    }
    #expect(cut?.code == .nulInPath)
    #expect(cut?.code.description == "the path holds a NUL character")
    #expect(!Errno(rawValue: 9999).description.isEmpty)
  }

  @Test("bytes at an offset end with the file, and leave the position")
  func bytes() throws {
    let file = try FileDescriptor.open(
      reading: try made("file", "0123456789"), waitsForWriter: true)
    defer { file.close() }
    #expect(try file.bytes(at: 2, count: 3) == Array("234".utf8))
    #expect(try file.bytes(at: 8, count: 5) == Array("89".utf8))
    #expect(try file.bytes(at: 20, count: 5) == [])
    #expect(try file.bytes(at: 0, count: 0) == [])
    #expect(file.position == 0)
    #expect(file.regularStatus?.size == 10)
  }

  @Test("a name is taken only if nothing has it")
  func names() throws {
    let (old, new, other) = (try made("old", "1"), "\(folder)/new", try made("other"))
    #expect(try !FileSystem.rename(old, toNew: other))
    #expect(FileSystem.isThere(old))
    #expect(try FileSystem.rename(old, toNew: new))
    let names = try FileSystem.names(in: folder, startingWith: "")
    #expect(names.filter { !$0.hasPrefix(".") }.sorted() == ["new", "other"])
    #expect(try FileSystem.names(in: folder, startingWith: "ne") == ["new"])
    let error = #expect(throws: SystemError.self) {
      try FileSystem.names(in: new, startingWith: "")
    }
    #expect(error?.path == new)
    try FileSystem.rename(new, to: other)
    #expect(try FileStatus(at: other).size == 1)
  }
}
