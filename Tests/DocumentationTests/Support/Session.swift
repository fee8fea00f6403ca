import PageExamples

/// A terminal session on a page: commands after `$ `, and their output.
enum Session {
  struct Step {
    var command: String
    var output: String
  }

  static func steps(of block: CodeBlock) -> [Step] {
    var steps: [Step] = []
    var continues = false
    for line in block.lines {
      if line.hasPrefix("$ ") {
        steps.append(Step(command: String(line.dropFirst(2)), output: ""))
      } else if continues, !steps.isEmpty {
        steps[steps.count - 1].command += "\n" + line
      } else if !steps.isEmpty {
        steps[steps.count - 1].output += line + "\n"
        continue
      }
      continues = line.hasSuffix("\\")
    }
    return steps
  }

  /// Speeds differ between runs.
  static func withoutSpeeds(_ text: String) -> String {
    text.replacing(/\d+(\.\d+)? MB\/s/, with: "# MB/s")
  }
}
