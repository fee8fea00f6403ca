import Foundation

/// A test that has the examples of a page, each named in a line instead of repeated, by its page and how its
/// first line begins: `// example EditingDocuments.md: let document =`. With a number after the page, it is
/// that one of several which begin so.
package struct Snippet {
  /// The path from the root.
  let file: String

  package static let all = Documentation.files(
    in: "Tests/DocumentationTests/Snippets", suffix: ".swift"
  ).map(Snippet.init)

  package var name: String { String(file.split(separator: "/").last!) }

  /// Returns the test with its examples, which the compiler takes for lines of their pages.
  package func expanded(with examples: [CodeBlock]) throws -> String {
    var lines = [Snippet.location(file, 1)]
    for (number, line) in try Documentation.text(file).components.enumerated() {
      guard let reference = line.wholeMatch(of: Snippet.reference)?.output else {
        lines.append(line)
        continue
      }
      let (page, start) = (String(reference.page), String(reference.start))
      let named = examples.filter {
        $0.isShown(on: page) && $0.lines.first?.hasPrefix(start) == true
      }
      let place = reference.number.flatMap { Int($0) }
      guard place.map({ named.indices ~= $0 - 1 }) ?? (Set(named.map(\.text)).count == 1) else {
        throw ExampleError(
          place: "\(file):\(number + 1)",
          reason: "expected one example of \(page) that begins '\(start)', found \(named)")
      }
      let example = named[(place ?? 1) - 1]
      lines.append(Snippet.location(example.file, example.line + 1))
      lines += example.lines.map { $0.isEmpty ? "" : reference.indent + $0 }
      lines.append(Snippet.location(file, number + 2))
    }
    return lines.joined(separator: "\n")
  }

  private static var reference:
    Regex<(Substring, indent: Substring, page: Substring, number: Substring?, start: Substring)>
  { /(?<indent>\ *)\/\/\ example\ (?<page>[^\ :]+)(?:\ (?<number>\d+))?:\ (?<start>.*)/ }

  private static func location(_ file: String, _ line: Int) -> String {
    let path = Documentation.root.appending(path: file).path(percentEncoded: false)
    return "#sourceLocation(file: \"\(path)\", line: \(line))"
  }
}

extension CodeBlock {
  /// Whether the page is this one: its name, or the end of its path.
  fileprivate func isShown(on page: String) -> Bool { "/\(file)".hasSuffix("/\(page)") }
}

/// An example that a test names is not there, or not the only one.
package struct ExampleError: Error, CustomStringConvertible {
  let place: String
  let reason: String

  package var description: String { "\(place): error: \(reason)" }
}
