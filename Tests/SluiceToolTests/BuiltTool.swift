import Foundation
import TestSupport
import Testing

/// The built `sluice`, run as people run it.
struct BuiltTool {
  struct Result {
    let status: Int32
    /// Standard output and standard error.
    let output: String
    let errors: String
  }

  static var path: String {
    get throws { try BuiltProgram.path("sluice") }
  }

  /// Runs the tool to its end, in a folder.
  @discardableResult
  static func run(
    _ arguments: [String], in folder: TemporaryFolder, input: String = ""
  ) throws -> Result {
    try run(arguments, in: folder, input: Array(input.utf8))
  }

  /// `environment`: replaces the test's own.
  @discardableResult
  static func run(
    _ arguments: [String], in folder: TemporaryFolder, input: [UInt8] = [],
    environment: [String: String]
  ) throws -> Result {
    try run(arguments, in: folder, input: input, environment)
  }

  @discardableResult
  static func run(
    _ arguments: [String], in folder: TemporaryFolder, input: [UInt8],
    _ environment: [String: String]? = nil
  ) throws -> Result {
    // Files, not pipes: nothing blocks, however much is written.
    let name = UUID().uuidString
    try folder.write(input, to: "\(name).in")
    try folder.write("", to: "\(name).out")
    try folder.write("", to: "\(name).err")
    let process = try process(arguments, in: folder)
    if let environment { process.environment = environment }
    process.standardInput = FileHandle(forReadingAtPath: folder["\(name).in"])
    process.standardOutput = FileHandle(forWritingAtPath: folder["\(name).out"])
    process.standardError = FileHandle(forWritingAtPath: folder["\(name).err"])
    try process.run()
    process.waitUntilExit()
    return Result(
      status: process.terminationReason == .exit ? process.terminationStatus : -1,
      output: String(decoding: try folder.bytes("\(name).out"), as: UTF8.self),
      errors: String(decoding: try folder.bytes("\(name).err"), as: UTF8.self))
  }

  /// Runs a line of the shell, in which `sluice` is the tool.
  static func shell(_ line: String, in folder: TemporaryFolder) throws -> Result {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = ["-c", "sluice() { '\(try path)' \"$@\"; }; \(line)"]
    process.currentDirectoryURL = URL(fileURLWithPath: folder.path)
    let (output, errors) = (Pipe(), Pipe())
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    process.standardError = errors
    try process.run()
    let out = output.fileHandleForReading.readDataToEndOfFile()
    let err = errors.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return Result(
      status: process.terminationReason == .exit ? process.terminationStatus : -1,
      output: String(decoding: out, as: UTF8.self), errors: String(decoding: err, as: UTF8.self))
  }

  /// The tool, ready to be started.
  static func process(_ arguments: [String], in folder: TemporaryFolder) throws -> Process {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: try path)
    process.arguments = arguments
    process.currentDirectoryURL = URL(fileURLWithPath: folder.path)
    return process
  }

  /// Runs the tool while `body` does something, and then ends it, by default as Ctrl-C does.
  static func interrupt(
    _ arguments: [String], in folder: TemporaryFolder, by signal: Int32 = SIGINT,
    _ body: () throws -> Void
  ) throws -> Result {
    try interrupt(try process(arguments, in: folder), in: folder, by: signal, body)
  }

  static func interrupt(
    _ process: Process, in folder: TemporaryFolder, by signal: Int32 = SIGINT,
    _ body: () throws -> Void
  ) throws -> Result {
    for name in ["out", "err"] { try folder.write("", to: name) }
    process.standardOutput = FileHandle(forWritingAtPath: folder["out"])
    process.standardError = FileHandle(forWritingAtPath: folder["err"])
    try process.run()
    let result = Swift.Result { try body() }
    kill(process.processIdentifier, signal)
    process.waitUntilExit()
    try result.get()
    return Result(
      status: process.terminationReason == .exit ? process.terminationStatus : -1,
      output: String(decoding: try folder.bytes("out"), as: UTF8.self),
      errors: String(decoding: try folder.bytes("err"), as: UTF8.self))
  }
}

/// Waits up to a minute; then the test fails.
func waitFor(_ condition: () throws -> Bool) throws {
  for _ in 0..<3000 {
    if (try? condition()) == true { return }
    usleep(20_000)
  }
  Issue.record("what was waited for did not come")
}
