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

  private static func compile(file: String, _ flags: [String]) throws -> Result {
    func path(_ url: URL, _ part: String) -> String {
      url.appending(path: part).path(percentEncoded: false)
    }
    return try run(
      [
        "-emit-sil", "-o", "/dev/null", "-swift-version", "6", "-parse-as-library",
        "-I", path(products, "Modules"),
        "-Xcc", "-fmodule-map-file=" + path(products, "CSimdJSON.build/module.modulemap"),
        "-Xcc", "-I" + path(package, "CSimdJSON/include"),
        "-Xcc", "-fmodule-map-file=" + path(products, "CDecompression.build/module.modulemap"),
        "-Xcc", "-fmodule-map-file=" + path(products, "CCurl.build/module.modulemap"),
        "-Xcc", "-fmodule-map-file=" + path(products, "CArchive.build/module.modulemap"),
        "-Xcc", "-fmodule-map-file=" + path(products, "CKafka.build/module.modulemap"),
        "-Xcc", "-fmodule-map-file=" + path(package, "CSimdJSON/System/module.modulemap"),
        "-Xcc", "-fmodule-map-file=" + path(package, "Sources/CSluiceSystem/module.modulemap"),
        "-Xcc", "-fmodule-map-file=" + path(package, "Sources/CISAL/module.modulemap"),
        "-Xcc", "-fmodule-map-file=" + path(package, "Sources/CZstd/module.modulemap"),
        file,
      ] + flags)
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
