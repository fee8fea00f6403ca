import Foundation
import Sluice
import SluiceFoundation
import TestSupport
import Testing

struct FileTests {
  /// Calls `body` with a folder that is removed afterwards.
  private func withFolder(_ body: (URL) throws -> Void) throws {
    let folder = try TemporaryFolder()
    try withExtendedLifetime(folder) { try body(URL(filePath: folder.path)) }
  }

  @Test("a file of any size and encoding is read whole")
  func files() throws {
    try withFolder { folder in
      var reader = JSONReader(checking: .full)
      let file = folder.appending(path: "data é.json")
      for count in [1, 10, 20_000, 60_000, 300_000, 7] {
        let json = JSON((0..<count).map { JSON($0) })
        try json.serializedData().write(to: file)
        let path = file.path(percentEncoded: false)
        #expect(try reader.withDocument(contentsOfFile: path) { try $0.materialize() } == json)
        #expect(try reader.withDocument(contentsOf: file) { try $0.count } == count)
      }
      try #require("[\"é\"]".data(using: .utf16)).write(to: file)
      #expect(try reader.withDocument(contentsOf: file) { try $0[0].string } == "é")
    }
  }

  @Test("an unreadable path is an error that names it and says why")
  func unreadable() throws {
    try withFolder { folder in
      var reader = JSONReader()
      let missing = folder.appending(path: "missing.json").path(percentEncoded: false)
      for (path, reason) in [
        (missing, "No such file"), (folder.path(percentEncoded: false), "directory"),
        ("a\0b", "NUL"),
      ] {
        let error = #expect(throws: JSONError.self) {
          try reader.withDocument(contentsOfFile: path) { _ in }
        }
        #expect(error?.code == .io)
        let description = try #require(error?.description)
        let shown = path.replacing("\0", with: "\\u{0}")
        #expect(description.contains(shown) && description.contains(reason), "\(description)")
      }
      let web = try #require(URL(string: "https://example.org/a.json"))
      let error = #expect(throws: JSONError.self) {
        try reader.withDocument(contentsOf: web) { _ in }
      }
      #expect(error?.code == .io)
    }
  }

  @Test("a file above the size limit is refused, one of exactly the limit is read")
  func sizeLimit() throws {
    try withFolder { folder in
      let file = folder.appending(path: "large.json")
      for (size, fits) in [((1 << 20) - 1, true), (1 << 20, true), ((1 << 20) + 1, false)] {
        let text = "\"" + String(repeating: "x", count: size - 2) + "\""
        try Data(text.utf8).write(to: file)
        var reader = JSONReader(options: JSONOptions(sizeLimit: 1 << 20))
        if fits {
          #expect(try reader.withDocument(contentsOf: file) { try $0.text.rawCount } == size - 2)
        } else {
          let error = #expect(throws: JSONError.self) {
            try reader.withDocument(contentsOf: file) { _ in }
          }
          #expect(error?.code == .tooLarge)
        }
      }
    }
  }

  @Test("a device and a pipe are read to their end")
  func notRegular() throws {
    var reader = JSONReader()
    let empty = #expect(throws: JSONError.self) {
      try reader.withDocument(contentsOfFile: "/dev/null") { _ in }
    }
    #expect(empty?.code == .empty)
    let endless = #expect(throws: JSONError.self) {
      var reader = JSONReader(options: JSONOptions(sizeLimit: 1 << 20))
      try reader.withDocument(contentsOfFile: "/dev/zero") { _ in }
    }
    #expect(endless?.code == .tooLarge)
    let pipe = Pipe()
    let json = JSON((0..<5000).map { JSON($0) })
    try pipe.fileHandleForWriting.write(contentsOf: json.serializedData())
    try pipe.fileHandleForWriting.close()
    let path = "/dev/fd/\(pipe.fileHandleForReading.fileDescriptor)"
    #expect(try reader.withDocument(contentsOfFile: path) { try $0.materialize() } == json)
  }
}
