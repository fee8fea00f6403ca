import Foundation
import TestSupport

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A folder of files under test, in which the tool runs under the shim. The tests keep their own files
/// (logs, messages) outside it, where the shim does not watch.
final class WatchedFolder {
  struct Run: CustomStringConvertible {
    let end: Subprocess.End
    let errors: String
    let calls: [SystemCall]

    /// The import came to its end, with or without rejects, or a loss that it found.
    var isComplete: Bool { [.exit(0), .exit(1), .exit(4)].contains(end) }
    /// It ended by itself: without a crash or a hang.
    var isOrderly: Bool {
      switch end {
      case .exit(let status): (0...6).contains(status) || status == 130
      case .signal: false
      }
    }
    var description: String { "\(end): \(errors.trimmingCharacters(in: .whitespacesAndNewlines))" }
  }

  /// The tool of the build: `SLUICE_TOOL`, or the one next to the tests.
  static var tool: String {
    get throws {
      if let tool = ProcessInfo.processInfo.environment["SLUICE_TOOL"] { return tool }
      return try BuiltProgram.path("sluice")
    }
  }

  private let base: String
  let path: String

  init() throws {
    // Each point waits for the disk several times. In memory, if that folder exists, thousands of points
    // take seconds. The shim simulates losses of power, not the disk.
    let shared = "/dev/shm"
    let parent =
      unsafe access(shared, W_OK) == 0 ? shared : FileManager.default.temporaryDirectory.path
    guard let resolved = unsafe realpath(parent, nil) else { throw CocoaError(.fileNoSuchFile) }
    defer { unsafe free(resolved) }
    base = unsafe "\(String(cString: resolved))/sluice-faults-\(UUID().uuidString)"
    path = "\(base)/watched"
    for folder in [path, "\(base)/stash"] {
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    }
  }

  deinit { try? FileManager.default.removeItem(atPath: base) }

  subscript(name: String) -> String { "\(path)/\(name)" }

  /// A place outside the watched files.
  func aside(_ name: String) -> String { "\(base)/\(name)" }

  // MARK: The tool

  /// The tool, started. `faults`: variables of the shim.
  func start(_ arguments: [String], _ faults: [String: String] = [:]) throws -> Subprocess {
    try? FileManager.default.removeItem(atPath: aside("log"))
    var environment = [
      "LD_PRELOAD": try FaultShim.path(), "SLUICE_FAULTS_ROOT": path,
      "SLUICE_FAULTS_LOG": aside("log"), "SLUICE_FAULTS_STASH": aside("stash"),
      "SLUICE_FAULTS_LIMIT": "120",
    ]
    environment.merge(faults) { $1 }
    return try Subprocess(
      WatchedFolder.tool, arguments, environment: environment, errors: aside("errors"))
  }

  func end(_ process: Subprocess) -> Run {
    let end = process.end()
    return Run(end: end, errors: text(aside("errors")), calls: calls)
  }

  func run(_ arguments: [String], _ faults: [String: String] = [:]) throws -> Run {
    end(try start(arguments, faults))
  }

  /// What the shim has noted so far of the last process.
  var calls: [SystemCall] {
    text(aside("log")).split(separator: "\n").compactMap { SystemCall($0) }
  }

  private func text(_ path: String) -> String {
    String(decoding: FileManager.default.contents(atPath: path) ?? Data(), as: UTF8.self)
  }

  // MARK: Files

  /// Names of all files, from this folder on.
  var files: [String] {
    let all = FileManager.default.subpaths(atPath: path) ?? []
    return all.filter { name in
      var isFolder: ObjCBool = false
      return unsafe FileManager.default.fileExists(atPath: self[name], isDirectory: &isFolder)
        && !isFolder.boolValue
    }.sorted()
  }

  func has(_ name: String) -> Bool { unsafe access(self[name], F_OK) == 0 }

  func write(_ text: String, to name: String) throws {
    let url = URL(filePath: self[name])
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: url)
  }

  func append(_ text: String, to name: String) throws {
    let handle = try FileHandle(forWritingTo: URL(filePath: self[name]))
    defer { try? handle.close() }
    try handle.seekToEnd()
    try handle.write(contentsOf: Data(text.utf8))
  }

  func remove(_ name: String) { unsafe unlink(self[name]) }

  func bytes(_ name: String) -> Data { FileManager.default.contents(atPath: self[name]) ?? Data() }

  /// The lines of a file; none when it is not there.
  func lines(_ name: String) -> [String] {
    // By bytes: CR LF is one character.
    bytes(name).split(separator: UInt8(ascii: "\n")).map { line in
      String(decoding: line.last == UInt8(ascii: "\r") ? line.dropLast() : line, as: UTF8.self)
    }
  }

  /// What all files hold.
  func snapshot() -> [String: Data] {
    Dictionary(uniqueKeysWithValues: files.map { ($0, bytes($0)) })
  }

  /// Puts all files back, in folders that stay.
  func restore(_ snapshot: [String: Data]) throws {
    for name in files where snapshot[name] == nil { remove(name) }
    for (name, bytes) in snapshot where self.bytes(name) != bytes || !has(name) {
      try bytes.write(to: URL(filePath: self[name]))
    }
    for name in (try? FileManager.default.contentsOfDirectory(atPath: aside("stash"))) ?? [] {
      unsafe unlink(aside("stash/\(name)"))
    }
  }
}
