import Foundation
import PageExamples

/// Writes the tests of Tests/DocumentationTests/Snippets with their examples into a folder, for the plugin.
@main
struct ExampleWriter {
  static func main() throws {
    let folder = URL(filePath: CommandLine.arguments[1])
    let examples = try CodeBlock.examples()
    do {
      for snippet in Snippet.all {
        let file = folder.appending(path: "Expanded\(snippet.name)")
        let text = Data(try snippet.expanded(with: examples).utf8)
        // An unchanged file is not compiled again.
        if (try? Data(contentsOf: file)) != text { try text.write(to: file) }
      }
    } catch let error as ExampleError {
      FileHandle.standardError.write(Data("\(error)\n".utf8))
      exit(1)
    }
  }
}
