import Foundation

/// This repository on disk.
enum Repository {
  static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../..").standardizedFileURL

  static func text(_ path: String) throws -> String {
    try String(contentsOf: root.appending(path: path), encoding: .utf8)
  }

  /// All paths below the root, files and folders, except those of builds and Git. Enumerated once.
  static func paths() throws -> [String] { allPaths }

  private static let allPaths: [String] = {
    let base = root.path(percentEncoded: false)
    guard let names = FileManager.default.enumerator(atPath: base) else { return [] }
    var paths: [String] = []
    for case let path as String in names {
      let name = path.split(separator: "/").last ?? ""
      if name == ".git" || name.hasPrefix(".build") || name == ".swiftpm" {
        names.skipDescendants()
      } else {
        paths.append(path)
      }
    }
    return paths
  }()

  /// The targets of Package.swift, which are the modules: each is made by a function whose first argument is
  /// its name.
  static func modules() throws -> [String] {
    let declaration =
      /(?:\.systemLibrary|\.target|\.testTarget|\b(?:system|module|mapping|names|support|tests|program))\(\s*(?:name: )?"(?<name>\w+)"/
    return try text("Package.swift").matches(of: declaration).map { String($0.output.name) }
  }

  /// The Swift sources of a module: their paths and texts.
  static func sources(of module: String) throws -> [(path: String, text: String)] {
    try paths().filter { $0.hasPrefix("Sources/\(module)/") && $0.hasSuffix(".swift") }.sorted()
      .map { ($0, try text($0)) }
  }

  /// The same without comments and string literals.
  static func code(of module: String) throws -> [(path: String, text: String)] {
    try sources(of: module).map { path, text in
      let code = text.replacing(/\/\/.*/, with: "")
        .replacing(/"(?:\\.|[^"\\\n])*"/, with: "\"\"")
      return (path, code)
    }
  }

  /// The names declared `public` at the top level of a module's sources.
  static func publicNames(of module: String) throws -> Set<String> {
    let declaration =
      /(?m)^(?:@\S+ )*public (?:(?:final|indirect|nonisolated) )*(?:struct|class|enum|protocol|actor|typealias|func|let|var) (?<name>\w+)/
    var found: Set<String> = []
    for path in try paths() where path.hasPrefix("Sources/\(module)/") && path.hasSuffix(".swift") {
      for match in try text(path).matches(of: declaration) {
        found.insert(String(match.output.name))
      }
    }
    return found
  }

  static func names(_ list: String) throws -> Set<String> {
    Set(try text("Tests/PackageTests/Names/\(list).txt").split(separator: "\n").map(String.init))
  }
}
