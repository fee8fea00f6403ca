import Foundation
import Results

/// Makes pages of a report: Markdown, HTML, and what the README and RESULTS.md show of it.
let usage = """
  usage: Pages REPORT.json [OPTION FILE]…

    --markdown FILE    all results as Markdown
    --html FILE        the same as one page that needs nothing else
    --results FILE     replaces the text between the marks bench:begin and bench:end in FILE by all
                       targets
    --readme FILE      replaces the text between the marks highlights:begin and highlights:end in FILE
                       by ten of them
    --pictures FOLDER  the same ten as bars: ratios-light.svg and ratios-dark.svg
    --keep FILE        keeps its ratios and allocations in FILE, as those of its toolchain and kernel
    --check FILE       compares them with those that are kept; exit status 1 when any is worse

  """

struct Refusal: Error, CustomStringConvertible {
  let description: String
}

do {
  var words = CommandLine.arguments.dropFirst()
  if words.contains("--help") || words.contains("-h") {
    print(usage)
    exit(0)
  }
  guard let path = words.popFirst() else { throw Refusal(description: usage) }
  let report = try Report(contentsOf: path)
  while let option = words.popFirst() {
    guard let file = words.popFirst() else {
      throw Refusal(description: "\(option) needs a file\n" + usage)
    }
    switch option {
    case "--markdown": try MarkdownPage(report).text.write(to: file)
    case "--html": try HTMLPage(report).text.write(to: file)
    case "--results": try MarkedText("bench").replace(by: TargetTable(report).text, in: file)
    case "--readme": try MarkedText("highlights").replace(by: Highlights(report).table, in: file)
    case "--pictures": try RatioPicture.write(Highlights(report), into: file)
    case "--keep": try Guard(report, keptIn: file).keep()
    case "--check": if try !Guard(report, keptIn: file).check() { exit(1) }
    default: throw Refusal(description: "unknown option \(option)\n" + usage)
    }
  }
} catch {
  FileHandle.standardError.write(Data("pages: \(error)\n".utf8))
  exit(2)
}

extension String {
  func write(to path: String) throws {
    try Data(utf8).write(to: URL(fileURLWithPath: path), options: .atomic)
  }
}
