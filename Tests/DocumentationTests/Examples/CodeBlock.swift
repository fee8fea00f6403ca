/// A fenced block in a page or documentation comment.
package struct CodeBlock: CustomStringConvertible, Sendable {
  package let file: String
  /// The line of the opening fence, counted from 1.
  package let line: Int
  package let language: String
  /// The lines without the fences.
  package let lines: [String]

  /// The block without these lines at its beginning.
  package func dropping(while isDropped: (String) -> Bool) -> CodeBlock {
    CodeBlock(
      file: file, line: line, language: language, lines: Array(lines.drop(while: isDropped)))
  }

  package var text: String { lines.joined(separator: "\n") }
  package var description: String { "\(file):\(line)" }

  /// Returns all blocks of a page.
  package static func blocks(of page: String) throws -> [CodeBlock] {
    blocks(in: try Documentation.text(page).components, of: page) { $0 }
  }

  /// Returns all blocks in a source file's documentation comments.
  package static func blocks(ofCommentsIn source: String) throws -> [CodeBlock] {
    blocks(in: try Documentation.text(source).components, of: source) { line in
      let text = line.drop { $0 == " " }
      guard text.hasPrefix("///") else { return nil }
      return String(text.hasPrefix("/// ") ? text.dropFirst(4) : text.dropFirst(3))
    }
  }

  private static func blocks(
    in lines: [String], of file: String, _ content: (String) -> String?
  ) -> [CodeBlock] {
    var blocks: [CodeBlock] = []
    var open: (line: Int, language: String, lines: [String])?
    for (number, line) in lines.enumerated() {
      guard let text = content(line) else {
        open = nil
        continue
      }
      if !text.hasPrefix("```") {
        open?.lines.append(text)
      } else if let block = open {
        blocks.append(
          CodeBlock(file: file, line: block.line, language: block.language, lines: block.lines))
        open = nil
      } else {
        open = (number + 1, String(text.dropFirst(3)), [])
      }
    }
    return blocks
  }
}

extension CodeBlock {
  /// The Swift code of all pages and comments.
  package static func examples() throws -> [CodeBlock] {
    let pages = try (Documentation.articles + Documentation.guides).flatMap { try blocks(of: $0) }
    let comments = try Documentation.sources.flatMap { try blocks(ofCommentsIn: $0) }
    return (pages + comments).filter { $0.language == "swift" }
  }

  /// Returns whether `source` contains these lines in sequence, all with the same extra
  /// indentation.
  package func occurs(in source: [String]) -> Bool {
    guard let first = lines.first else { return false }
    return source.indices.contains { start in
      guard start + lines.count <= source.count, source[start].hasSuffix(first) else {
        return false
      }
      let indent = source[start].dropLast(first.count)
      guard indent.allSatisfy({ $0 == " " }) else { return false }
      return zip(lines, source[start...]).allSatisfy { line, found in
        found == (line.isEmpty ? "" : indent + line)
      }
    }
  }
}

extension String {
  package var components: [String] {
    split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }
}
