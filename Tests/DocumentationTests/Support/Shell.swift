import Foundation
import TestSupport

/// Runs lines of the shell with the built programs on the path, as a reader of the pages would.
enum Shell {
  /// Returns the combined standard output and standard error, as in a terminal, and the exit
  /// status.
  static func run(
    _ line: String, in folder: TemporaryFolder
  ) throws -> (output: String, status: Int32) {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = ["-c", line]
    process.currentDirectoryURL = URL(fileURLWithPath: folder.path)
    let programs = try URL(filePath: BuiltProgram.path("sluice")).deletingLastPathComponent()
    var environment = ProcessInfo.processInfo.environment
    environment["PATH"] =
      "\(programs.path(percentEncoded: false)):\(environment["PATH"] ?? "/usr/bin:/bin")"
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
