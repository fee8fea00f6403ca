import Foundation

/// The package's documentation on disk.
package enum Documentation {
  package static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../..").standardizedFileURL

  package static func text(_ path: String) throws -> String {
    try String(contentsOf: root.appending(path: path), encoding: .utf8)
  }

  /// Returns the files of a folder whose names end in `suffix`, sorted, as paths from the root.
  package static func files(in folder: String, suffix: String) -> [String] {
    let base = root.appending(path: folder).path(percentEncoded: false)
    guard let names = FileManager.default.enumerator(atPath: base) else { return [] }
    return names.compactMap { $0 as? String }.filter { $0.hasSuffix(suffix) }
      .map { "\(folder)/\($0)" }.sorted()
  }

  /// The pages outside of the sources.
  package static let guides = [
    "README.md", "CONTRIBUTING.md", "CHANGELOG.md", "Benchmarks/RESULTS.md", "scripts/README.md",
    "Sources/README.md",
  ]
  /// The page about the command line tool.
  package static let tool = "Sources/SluiceImport/SluiceImport.docc/TheTool.md"
  /// The pages of the catalogs.
  package static let articles = files(in: "Sources", suffix: ".md")
    .filter { !guides.contains($0) }
  package static let sources = files(in: "Sources", suffix: ".swift")
}
