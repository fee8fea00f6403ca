import Foundation
import TestSupport

/// Runs lines of the shell with the built programs on the path, as a reader of the pages would.
enum Shell {
  /// The folder of the built programs, which is next to the tests.
  static let programs: URL = {
    // The test bundle is the running program (Linux), or among its arguments (macOS).
    for argument in CommandLine.arguments where argument.contains(".xctest") {
      var folder = URL(fileURLWithPath: argument)
      for _ in 0..<5 {
        folder.deleteLastPathComponent()
        let tool = folder.appendingPathComponent("sluice").path
        if FileManager.default.isExecutableFile(atPath: tool) { return folder }
      }
    }
    return URL(fileURLWithPath: "/programs-were-not-found-beside-the-tests")
  }()

  /// Returns the combined standard output and standard error, as in a terminal, and the exit
  /// status.
  static func run(
    _ line: String, in folder: TemporaryFolder
  ) throws -> (output: String, status: Int32) {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = ["-c", line]
    process.currentDirectoryURL = URL(fileURLWithPath: folder.path)
    var environment = ProcessInfo.processInfo.environment
    environment["PATH"] = "\(programs.path):\(environment["PATH"] ?? "/usr/bin:/bin")"
    process.environment = environment
    let output = Pipe()
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    process.standardError = output
    try process.run()
    let bytes = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return (String(decoding: bytes, as: UTF8.self), process.terminationStatus)
  }
}
