import Foundation
import TestSupport

/// What the index store of the tests' build knows of the sources, read by references.c through the toolchain's
/// libIndexStore.
struct IndexStore {
  /// The first definition of, or reference to, a symbol in a file; or that the file was compiled.
  struct Entry {
    enum Kind: String {
      case definition = "D"
      case reference = "R"
      case file = "F"
    }

    let kind: Kind
    let symbol: String
    let name: String
    /// From Sources on.
    let path: String
    let line: String
  }

  struct Missing: Error, CustomStringConvertible {
    let description: String
  }

  let entries: [Entry]

  /// Why it can't be read here; nil: it can.
  static var reason: String? {
    do { _ = (try library(), try compiler()) } catch { return "\(error)" }
    return nil
  }

  init() throws {
    let library = try IndexStore.library()
    let store = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
      .appending(path: "index/store").path(percentEncoded: false)
    guard FileManager.default.fileExists(atPath: store) else {
      throw Missing(description: "this build has no index store: \(store)")
    }
    let program = FileManager.default.temporaryDirectory
      .appending(path: "sluice-references-\(UUID().uuidString)").path(percentEncoded: false)
    defer { try? FileManager.default.removeItem(atPath: program) }
    let source = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "references.c").path(percentEncoded: false)
    _ = try IndexStore.run(
      IndexStore.compiler(), ["-O1", "-Wall", "-Wextra", "-o", program, source, "-ldl"])
    let sources = Repository.root.appending(path: "Sources/").path(percentEncoded: false)
    entries = try IndexStore.run(program, [library, store, sources]).split(separator: "\n")
      .map { line in
        let parts = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 5, let kind = Entry.Kind(rawValue: parts[0]) else {
          throw Missing(description: "not a line of five: \(line)")
        }
        return Entry(
          kind: kind, symbol: parts[1], name: parts[2], path: parts[3],
          line: parts[4])
      }
  }

  private static func compiler() throws -> String {
    guard let compiler = PreloadedLibrary.compiler else {
      throw Missing(description: "no C compiler (clang, cc) is on the PATH")
    }
    return compiler
  }

  /// Next to the compiler.
  private static func library() throws -> String {
    let folders = ProcessInfo.processInfo.environment["PATH"]?.split(separator: ":") ?? []
    for folder in folders {
      let compiler = URL(filePath: "\(folder)/swiftc").resolvingSymlinksInPath()
      let library = compiler.deletingLastPathComponent().appending(path: "../lib/libIndexStore.so")
        .standardizedFileURL.path(percentEncoded: false)
      if FileManager.default.fileExists(atPath: library) { return library }
    }
    throw Missing(description: "no toolchain with lib/libIndexStore.so is on the PATH")
  }

  private static func run(_ program: String, _ arguments: [String]) throws -> String {
    let process = Process()
    process.executableURL = URL(filePath: program)
    process.arguments = arguments
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw Missing(description: "\(program) ended with \(process.terminationStatus)")
    }
    return text
  }
}
