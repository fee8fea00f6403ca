import Foundation

/// Runs `swiftc` on the cases, up to the diagnostics about lifetimes, which come after the type checker.
enum Compiler {
  struct Result {
    let succeeded: Bool
    let output: String
  }

  static let isThere = swiftc != nil

  private static let swiftc: String? = {
    let folders = ProcessInfo.processInfo.environment["PATH"]?.split(separator: ":") ?? []
    return folders.map { "\($0)/swiftc" }.first(
      where: FileManager.default.isExecutableFile(atPath:))
  }()

  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
  private static let package = folder.appending(path: "../..").standardizedFileURL

  static let caseNames = names(in: "Cases")
  static let knownHoles = names(in: "KnownHoles")
  static let defaultIsolation = names(in: "DefaultIsolation")
  static let clients = names(in: "Clients")

  private static func names(in cases: String) -> [String] {
    let names = try? FileManager.default.contentsOfDirectory(
      atPath: folder.appending(path: cases).path(percentEncoded: false))
    return (names ?? []).filter { $0.hasSuffix(".swift") }.map { String($0.dropLast(6)) }.sorted()
  }

  /// The folder of this test bundle, which also contains the modules that it was built with.
  private static let products = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()

  /// The compiler and its version.
  static let version: String = {
    let output = try? run(["--version"]).output
    return output?.split(separator: "\n").first.map(String.init) ?? "an unknown compiler"
  }()

  static func compile(
    _ name: String, in cases: String = "Cases", defining condition: String, _ flags: [String] = []
  ) throws -> Result {
    let file = folder.appending(path: "\(cases)/\(name).swift").path(percentEncoded: false)
    return try compile(file: file, ["-D", condition] + flags)
  }

  /// Compiles a program that is given as text.
  static func compile(program text: String) throws -> Result {
    let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).swift")
    try Data(text.utf8).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    return try compile(file: file.path(percentEncoded: false), [])
  }

  /// SwiftPM's name of this package for access control: that of its folder, as an identifier.
  private static let packageName: String = {
    let name = package.lastPathComponent.lowercased()
      .replacing(/[^\p{L}\p{N}_]/, with: "_")
    return name.first?.isNumber == true ? "_" + name.dropFirst() : name
  }()

  /// Compiles the files of a folder of the package as one of its modules.
  static func compile(folder: String) throws -> Result {
    let folder = package.appending(path: folder)
    let names = try FileManager.default.contentsOfDirectory(
      atPath: folder.path(percentEncoded: false))
    let files = names.filter { $0.hasSuffix(".swift") }.sorted().map {
      folder.appending(path: $0).path(percentEncoded: false)
    }
    return try compile(
      files: files,
      [
        "-whole-module-optimization", "-package-name", packageName,
        "-enable-experimental-feature", "Lifetimes",
      ])
  }

  private static func compile(file: String, _ flags: [String]) throws -> Result {
    try compile(files: [file], ["-parse-as-library"] + flags)
  }

  private static func compile(files: [String], _ flags: [String]) throws -> Result {
    func path(_ url: URL, _ part: String) -> String {
      url.appending(path: part).path(percentEncoded: false)
    }
    let built = [
      "CSimdJSON", "ConformanceReference", "CDecompression", "CCurl", "CArchive", "CKafka",
    ].map { path(products, "\($0).build/module.modulemap") }
    let written = [
      "CSimdJSON/System", "Sources/CSluiceSystem", "Sources/CISAL", "Sources/CZstd",
      "Sources/CSluiceArrow",
    ].map { path(package, "\($0)/module.modulemap") }
    return try run(
      [
        "-emit-sil", "-o", "/dev/null", "-swift-version", "6",
        "-I", path(products, "Modules"), "-Xcc", "-I" + path(package, "CSimdJSON/include"),
      ] + (built + written).flatMap { ["-Xcc", "-fmodule-map-file=" + $0] } + files + flags)
  }

  private static func run(_ arguments: [String]) throws -> Result {
    let process = Process()
    process.executableURL = URL(filePath: swiftc ?? "/usr/bin/swiftc")
    process.arguments = arguments
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = pipe
    try process.run()
    let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return Result(
      succeeded: process.terminationReason == .exit && process.terminationStatus == 0,
      output: String(decoding: output, as: UTF8.self))
  }
}
