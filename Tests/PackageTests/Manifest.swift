import Foundation

/// Package.swift as SwiftPM reads it.
struct Manifest: Decodable {
  struct Target: Decodable {
    let name: String
    let type: String
    let path: String?
    let dependencies: [Dependency]
    let exclude: [String]

    /// The folder of its sources.
    var folder: String { path ?? "\(type == "test" ? "Tests" : "Sources")/\(name)" }
  }

  /// A dependency by the name of a target, or of a product, followed by its condition.
  struct Dependency: Decodable {
    let name: String

    init(from decoder: any Decoder) throws {
      let forms = try decoder.singleValueContainer().decode([String: [Words?]].self)
      guard let name = forms.values.first?.first??.text else {
        throw DecodingError.dataCorrupted(
          .init(codingPath: decoder.codingPath, debugDescription: "a dependency without a name"))
      }
      self.name = name
    }

    /// A name, or anything else.
    private struct Words: Decodable {
      let text: String?

      init(from decoder: any Decoder) throws {
        text = try? decoder.singleValueContainer().decode(String.self)
      }
    }
  }

  let targets: [Target]

  /// The path of `swift`; nil when it is not installed.
  static let swift: String? = {
    let folders = ProcessInfo.processInfo.environment["PATH"]?.split(separator: ":") ?? []
    return folders.map { "\($0)/swift" }.first(where: FileManager.default.isExecutableFile(atPath:))
  }()

  /// Asks SwiftPM. The tests may run under SwiftPM, which then locks the usual scratch folder: this
  /// names another, which is not made. All targets are read, also by tests of some modules (`scripts/test MODULE`).
  static func read() throws -> Manifest {
    let process = Process()
    process.executableURL = URL(filePath: swift ?? "/usr/bin/swift")
    let scratch = FileManager.default.temporaryDirectory.appending(
      path: "sluice-manifest-\(ProcessInfo.processInfo.processIdentifier)")
    process.environment = ProcessInfo.processInfo.environment.filter { $0.key != "SLUICE_TESTS" }
    process.arguments = [
      "package", "--package-path", Repository.root.path(percentEncoded: false),
      "--scratch-path", scratch.path(percentEncoded: false), "dump-package",
    ]
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let text = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return try JSONDecoder().decode(Manifest.self, from: text)
  }

  /// The targets that a target links, itself included.
  func closure(of name: String) -> Set<String> {
    var found: Set<String> = []
    var next = [name]
    while let name = next.popLast() {
      guard found.insert(name).inserted else { continue }
      next += targets.first { $0.name == name }?.dependencies.map(\.name) ?? []
    }
    return found
  }

  /// The modules that a target's Swift files import.
  func imports(of target: Target) throws -> Set<String> {
    let line =
      /(?m)^[ \t]*(?:@\w+(?:\([^)]*\))? )*(?:(?:public|package|internal|fileprivate|private) )?import (?:(?:struct|class|enum|protocol|func|var|let|typealias) )?(?<module>\w+)/
    var found: Set<String> = []
    for path in try Repository.paths()
    where path.hasPrefix(target.folder + "/") && path.hasSuffix(".swift")
      && !target.exclude.contains(where: { path.hasPrefix("\(target.folder)/\($0)/") })
    {
      for match in try Repository.text(path).matches(of: line) {
        found.insert(String(match.output.module))
      }
    }
    return found
  }
}
