/// A fenced block in a page or documentation comment.
struct CodeBlock: CustomStringConvertible, Sendable {
  let file: String
  /// The line of the opening fence, counted from 1.
  let line: Int
  let language: String
  /// The lines without the fences.
  let lines: [String]

  var text: String { lines.joined(separator: "\n") }
  var description: String { "\(file):\(line)" }

  /// Returns all blocks of a page.
  static func blocks(of page: String) throws -> [CodeBlock] {
    blocks(in: try Documentation.text(page).components, of: page) { $0 }
  }

  /// Returns all blocks in a source file's documentation comments.
  static func blocks(ofCommentsIn source: String) throws -> [CodeBlock] {
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
  /// Returns whether `source` contains these lines in sequence, all with the same extra
  /// indentation.
  func occurs(in source: [String]) -> Bool {
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
  var components: [String] {
    split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }
}
