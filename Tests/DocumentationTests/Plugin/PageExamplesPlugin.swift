import Foundation
import PackagePlugin

/// Gives DocumentationTests its snippets with the examples of the pages that they name.
@main
struct PageExamplesPlugin: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    let root = context.package.directoryURL
    let folder = context.pluginWorkDirectoryURL
    let snippets = files(in: "Tests/DocumentationTests/Snippets", of: root)
    let pages =
      ["README.md", "CONTRIBUTING.md", "CHANGELOG.md"].map { root.appending(path: $0) }
      + ["Sources", "scripts", "Benchmarks"].flatMap { files(in: $0, of: root) }
    return [
      .buildCommand(
        displayName: "Writing the examples of pages into their tests",
        executable: try context.tool(named: "ExampleWriter").url,
        arguments: [folder.path(percentEncoded: false)],
        inputFiles: snippets + pages,
        outputFiles: snippets.map { folder.appending(path: "Expanded\($0.lastPathComponent)") })
    ]
  }
}

private func files(in folder: String, of root: URL) -> [URL] {
  let folder = root.appending(path: folder)
  let found = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
  return (found?.compactMap { $0 as? URL } ?? []).filter {
    ["swift", "md"].contains($0.pathExtension)
      && !$0.path().dropFirst(root.path().count).contains(".build")
  }.sorted { $0.path() < $1.path() }
}
