import Foundation
import TestSupport
import Testing

/// The C interface as a program in C uses it (Driver/driver.c), under the address sanitizer.
@Suite("The C interface, driven from C", .enabled(if: CDriver.reason == nil, CDriver.comment))
struct DriverTests {
  @Test("orders of freeing, abandoned streams, threads, forks and errors", .timeLimit(.minutes(5)))
  func driver() throws {
    let folder = try TemporaryFolder()
    let program = try CDriver.compile("driver", in: folder)
    let (status, output) = try CDriver.run(program, [folder.path])
    let scenarios = [
      "whole", "outliving", "abandoned", "interleaved", "strings", "views", "errors", "stopped",
      "forked", "forked while reading",
      "inferred", "divided", "watched", "spooled", "steady",
    ]
    #expect(status == 0, "\(output)")
    for scenario in scenarios { #expect(output.contains(scenario + "\n"), "\(output)") }
  }
}

/// Batches as pyarrow reads them: every type, compared with Python's own values (Driver/check_pyarrow.py).
@Suite("The C interface, read by pyarrow", .enabled(if: PyArrow.reason == nil, PyArrow.comment))
struct PyArrowTests {
  @Test("values, types, nulls and rejects of every kind of strings", .timeLimit(.minutes(5)))
  func values() throws {
    let folder = try TemporaryFolder()
    let script = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "Driver/check_pyarrow.py").path(percentEncoded: false)
    let (status, output) = try CDriver.run(
      try #require(PyArrow.python), [script, CDriver.path, folder.path])
    #expect(status == 0 && output.hasSuffix(" agrees\n"), "\(output)")
  }
}

/// A Python that has pyarrow: the one that `SLUICE_PYTHON` names, or python3 on the PATH.
enum PyArrow {
  static let python: String? = {
    let environment = ProcessInfo.processInfo.environment
    let folders = environment["PATH"]?.split(separator: ":") ?? []
    let named = environment["SLUICE_PYTHON"].map { [$0] } ?? folders.map { "\($0)/python3" }
    return named.first(where: FileManager.default.isExecutableFile)
  }()

  /// Why it can't be run; nil when it can.
  static let reason: String? = {
    if let reason = CDriver.reason { return reason }
    guard let python else { return "python3 is not on the PATH, and SLUICE_PYTHON names none" }
    let found = try? CDriver.run(python, ["-c", "import pyarrow"])
    return found?.0 == 0
      ? nil : "\(python) has no pyarrow: pip install pyarrow, and name that Python in SLUICE_PYTHON"
  }()

  static var comment: Comment { Comment(rawValue: reason ?? "") }
}

/// Compiles and runs programs against the library of the C interface, in the folder of the test bundle.
enum CDriver {
  private static let library = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()

  private static let compiler: String? = {
    let folders = ProcessInfo.processInfo.environment["PATH"]?.split(separator: ":") ?? []
    return folders.map { "\($0)/clang" }.first(where: FileManager.default.isExecutableFile)
  }()

  static let path = library.appending(path: "libSluiceArrowC.so").path(percentEncoded: false)

  /// Why the programs can't be run; nil when they can.
  static let reason: String? = {
    #if os(Linux)
      guard ProcessInfo.processInfo.environment["SLUICE_SANITIZER"] == nil else {
        return "the library needs the runtime of the sanitizer that it was built with"
      }
      guard compiler != nil else { return "no C compiler (clang) is on the PATH" }
      return FileManager.default.fileExists(atPath: path)
        ? nil : "\(path) is missing: swift build --product SluiceArrowC"
    #else
      return "the library was tried on Linux only"
    #endif
  }()

  static var comment: Comment { Comment(rawValue: reason ?? "") }

  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  /// Compiles Driver/NAME.c with the address sanitizer. Returns the program's path.
  static func compile(_ name: String, in folder: TemporaryFolder) throws -> String {
    let source = URL(filePath: #filePath).deletingLastPathComponent()
    let header = source.appending(path: "../../Sources/CSluiceArrow/include")
    let program = folder[name]
    let (status, output) = try run(
      compiler ?? "clang",
      [
        "-std=gnu11", "-g", "-O1", "-Wall", "-Wextra", "-Werror", "-fsanitize=address",
        "-I", header.path(percentEncoded: false), "-o", program,
        source.appending(path: "Driver/\(name).c").path(percentEncoded: false),
        "-L", library.path(percentEncoded: false), "-lSluiceArrowC", "-lpthread",
        "-Wl,-rpath,\(library.path(percentEncoded: false))",
      ])
    guard status == 0 else { throw Failure(description: "can't compile \(name).c: \(output)") }
    return program
  }

  /// Runs a program; its two outputs are one text.
  static func run(_ program: String, _ arguments: [String]) throws -> (Int32, String) {
    let process = Process()
    process.executableURL = URL(filePath: program)
    process.arguments = arguments
    // Leaks of the language's runtime are not the program's.
    let own = ["ASAN_OPTIONS": "detect_leaks=0:detect_stack_use_after_return=0"]
    process.environment = ProcessInfo.processInfo.environment.merging(own) { $1 }
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = pipe
    try process.run()
    let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return (process.terminationStatus, String(decoding: output, as: UTF8.self))
  }
}
