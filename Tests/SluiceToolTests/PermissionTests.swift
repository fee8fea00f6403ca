import Foundation
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

/// The tool as a user who may not do everything. (The superuser may.)
private struct OrdinaryUser {
  let folder: TemporaryFolder
  private let words: [String]

  init() throws {
    folder = try TemporaryFolder()
    try FileManager.default.setAttributes([.posixPermissions: 0o777], ofItemAtPath: folder.path)
    guard geteuid() == 0 else {
      words = [try BuiltTool.path]
      return
    }
    // The user may not enter the folder that the tool was built in.
    let tool = folder["tool"]
    do {
      try FileManager.default.linkItem(atPath: BuiltTool.path, toPath: tool)
    } catch {
      try FileManager.default.copyItem(atPath: BuiltTool.path, toPath: tool)
    }
    words = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", tool]
  }

  func process(_ arguments: [String]) -> Process {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = words + arguments
    process.currentDirectoryURL = URL(fileURLWithPath: folder.path)
    return process
  }

  func permit(_ mode: Int, _ name: String) throws {
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: folder[name])
  }
}

@Suite("What the user may not read")
struct PermissionTests {
  private let user: OrdinaryUser
  private var folder: TemporaryFolder { user.folder }
  init() throws { user = try OrdinaryUser() }

  /// The message of a command that is refused.
  private func refusal(_ arguments: [String]) throws -> String {
    let process = user.process(arguments)
    let errors = Pipe()
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    process.standardError = errors
    try process.run()
    let text = errors.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    #expect(process.terminationStatus == 2)
    return String(decoding: text, as: UTF8.self)
  }

  @Test(
    "is reported as such",
    arguments: [
      "count secret", "import secret --into a.csv --column id:int=id", "check secret",
      "count feed.ndjson --rejects secret",
      "import feed.ndjson --into a.csv --column id:int=id --rejects secret",
    ])
  func reported(command: String) throws {
    try folder.write("{\"id\":1}\nbad\n", to: "feed.ndjson")
    try folder.write("{\"id\":1}\n", to: "secret")
    try user.permit(0, "secret")
    let message = try refusal(command.split(separator: " ").map(String.init))
    #expect(message.contains("Permission denied"), "\(message)")
  }

  @Test("loses no row of a followed log: its folder, its file, or a rotated one")
  func followed() throws {
    try FileManager.default.createDirectory(
      atPath: folder["logs"], withIntermediateDirectories: true)
    let command = [
      "import", "logs/app.log", "--follow", "--into", "x.ndjson", "--column", "id:int=id",
    ]
    func follow(until count: Int) throws {
      let result = try BuiltTool.interrupt(user.process(command), in: folder) {
        try waitFor { folder.lines("x.ndjson").count == count }
      }
      #expect(result.status == 0, "\(result.errors)")
    }
    try folder.write("{\"id\":1}\n{\"id\":2}\n", to: "logs/app.log")
    try follow(until: 2)
    try folder.append("{\"id\":3}\n", to: "logs/app.log")
    try FileManager.default.moveItem(
      atPath: folder["logs/app.log"], toPath: folder["logs/app.log.1"])
    try folder.write("{\"id\":4}\n", to: "logs/app.log")
    for (name, mode, words) in [
      ("logs", 0o711, "logs of logs/app.log can't be listed, and rotated files in it may hold"),
      ("logs", 0o700, "logs/app.log: Permission denied"),
      ("logs/app.log", 0o600, "can't read logs/app.log: Permission denied"),
      ("logs/app.log.1", 0o600, "logs/app.log.1 can't be read, and its records may be those"),
    ] {
      // What others may do, or the owner.
      try user.permit(geteuid() == 0 ? mode : mode << 6 & 0o700, name)
      #expect(try refusal(command).contains(words))
      try user.permit(0o777, name)
    }
    try follow(until: 4)
    #expect(folder.lines("x.ndjson") == (1...4).map { "{\"id\":\($0)}" })
  }
}
