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

/// A service manager's socket, as systemd has one.
private final class Manager {
  let descriptor: Int32

  init(at path: String) throws {
    descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let path = Array(path.utf8)
    try #require(path.count < MemoryLayout.size(ofValue: address.sun_path))
    unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: path) }
    let result = unsafe withUnsafePointer(to: &address) {
      unsafe $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    try #require(result == 0)
    var limit = timeval(tv_sec: 60, tv_usec: 0)
    unsafe setsockopt(
      descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
  }

  deinit { close(descriptor) }

  /// The next message; nil when none comes within a minute.
  func next() -> String? {
    var room = [UInt8](repeating: 0, count: 4096)
    let count = unsafe recv(descriptor, &room, room.count, 0)
    return count > 0 ? String(decoding: room.prefix(count), as: UTF8.self) : nil
  }
}

@Suite("Imports as services")
struct ServiceTests {
  let folder: TemporaryFolder
  init() throws { folder = try TemporaryFolder() }

  private let target = ["--into", "x.sqlite", "--table", "t", "--column", "id:int=id"]

  @Test("a followed log is ready at its first commit, reports what it did, and says that it stops")
  func followed() throws {
    let manager = try Manager(at: folder["n"])
    try folder.write("{\"id\":1}\n", to: "log")
    let process = try BuiltTool.process(["import", "log", "--follow"] + target, in: folder)
    process.environment = ProcessInfo.processInfo.environment.merging(
      ["NOTIFY_SOCKET": folder["n"]], uniquingKeysWith: { $1 })
    process.standardError = FileHandle.nullDevice
    try process.run()
    let first = manager.next()
    #expect(first?.hasPrefix("READY=1\nSTATUS=") == true, "\(first ?? "nothing")")
    #expect(folder.has("x.sqlite"))
    try folder.append("{\"id\":2}\n", to: "log")
    var status = manager.next()
    while let text = status, !text.contains("2 rows, 0 rejects; log up to byte 18") {
      status = manager.next()
    }
    #expect(status?.hasPrefix("STATUS=") == true)
    process.terminate()
    var last = manager.next()
    while let text = last, text != "STOPPING=1" { last = manager.next() }
    #expect(last == "STOPPING=1")
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
  }

  @Test("an import that has nothing to do is ready before it stops; one that fails never is")
  func short() throws {
    try folder.write("{\"id\":1}\n", to: "f")
    #expect(try BuiltTool.run(["import", "f"] + target, in: folder).status == 0)
    let manager = try Manager(at: folder["n"])
    func run(_ feed: String) throws -> [String] {
      let line = "NOTIFY_SOCKET=\(folder["n"]); export NOTIFY_SOCKET; sluice import \(feed) "
      _ = try BuiltTool.shell(line + target.joined(separator: " "), in: folder)
      var messages: [String] = []
      while messages.last != "STOPPING=1", let next = manager.next() { messages.append(next) }
      return messages
    }
    #expect(try run("f") == ["READY=1", "STOPPING=1"])
    #expect(try run("gone") == ["STOPPING=1"])
  }

  @Test("the unit for followed logs is one that systemd takes")
  func unit() throws {
    guard try BuiltTool.shell("command -v systemd-analyze", in: folder).status == 0 else {
      print("skipped: there is no systemd-analyze to verify the unit with")
      return
    }
    var repository = URL(fileURLWithPath: #filePath)
    for _ in 0..<3 { repository.deleteLastPathComponent() }
    let name = "sluice-follow@.service"
    let unit = try String(
      contentsOf: repository.appendingPathComponent("scripts/packaging/systemd/\(name)"),
      encoding: .utf8)
    // The tool is where this build has it.
    try folder.write(unit.replacing("/usr/bin/sluice", with: try BuiltTool.path), to: name)
    let result = try BuiltTool.shell("systemd-analyze verify --man=no './\(name)'", in: folder)
    let own = result.errors.split(separator: "\n").filter { $0.contains("sluice-follow") }
    #expect(result.status == 0 && own.isEmpty, "\(result.errors)")
    // Its command is one of the tool's.
    let command = try #require(unit.split(separator: "\n").first { $0.hasPrefix("ExecStart=") })
    let flags = command.split(separator: " ").filter { $0.hasPrefix("--") }
    let help = try BuiltTool.run(["help", "import"], in: folder).output
    #expect(flags.count == 4)
    for flag in flags { #expect(help.contains("  \(flag) "), "\(flag)") }
  }
}
