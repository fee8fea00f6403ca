import Foundation
import SluiceImportTestSupport
import Testing

/// Checks the README: runs its program and its commands, and compares their output with the page.
@Suite("README")
struct ReadmeTests {
  let folder: TemporaryFolder
  let blocks: [CodeBlock]

  init() throws {
    folder = try TemporaryFolder()
    blocks = try CodeBlock.blocks(of: "README.md")
  }

  @Test("the program is the compiled one, and prints the output shown")
  func program() throws {
    let place = try #require(blocks.firstIndex { $0.lines.first == "import Sluice" })
    let source = try Documentation.text("Tests/DocumentationTests/ReadmeExample/main.swift")
    #expect(blocks[place].text + "\n" == source)
    #expect(blocks[place].lines.count == 12)
    let shown = try #require(blocks.dropFirst(place + 1).first { $0.language == "text" })
    let run = try Shell.run("ReadmeExample", in: folder)
    #expect(run.status == 0)
    #expect(run.output == shown.text + "\n")
  }

  @Test("the commands print the output shown, except speeds")
  func commands() throws {
    let sessions = blocks.filter { $0.language == "console" }
    #expect(!sessions.isEmpty)
    // In order and in one folder, because a session can use the files of earlier ones.
    for session in sessions {
      for step in Session.steps(of: session) {
        let run = try Shell.run(step.command, in: folder)
        #expect(
          Session.withoutSpeeds(run.output) == Session.withoutSpeeds(step.output),
          "\(session): \(step.command)")
      }
    }
  }

  @Test("every script and file that a page names exists", arguments: Documentation.guides)
  func paths(page: String) throws {
    let named = try Documentation.text(page).matches(
      of: /(?:scripts|\.ci|Sources|Tests|CSimdJSON|Benchmarks)\/[\w.\/-]*\w/)
    if page != "CHANGELOG.md" { #expect(!named.isEmpty) }
    for path in Set(named.map { String($0.output) }) {
      // Results are made by a run.
      if path.hasPrefix("Benchmarks/results") { continue }
      let file = Documentation.root.appending(path: path).path(percentEncoded: false)
      #expect(FileManager.default.fileExists(atPath: file), "\(page) names \(path)")
      if path.hasPrefix("scripts/") {
        #expect(FileManager.default.isExecutableFile(atPath: file), "\(path) can't be run")
      }
    }
  }

  @Test("the list of commands equals the tool's")
  func commandList() throws {
    let help = try Shell.run("sluice --help", in: folder).output
    let text = try Documentation.text("README.md")
    let commands = help.matches(of: /(?m)^  (?<name>[a-z]+)  +\S/).map { String($0.output.name) }
    #expect(commands.count >= 5)
    for command in commands { #expect(text.contains("| `sluice \(command) "), "\(command)") }
    #expect(text.matches(of: #/(?m)^\| `sluice [a-z]+ /#).count == commands.count)
  }

  @Test("the measured table has a row for each target of the benchmark")
  func benchmarkTable() throws {
    let text = try Documentation.text("README.md")
    let table = try #require(text.firstMatch(of: /<!-- bench:begin -->([\s\S]*)<!-- bench:end -->/))
    let targets = try Documentation.text("Benchmarks/Sources/Bench/Harness/Target.swift")
    let names = targets.matches(of: /(?:Target\(|name: )"(?<name>[a-z.]+)"/)
      .map { String($0.output.name) }
    #expect(names.count >= 8)
    for name in names { #expect(table.output.1.contains("| `\(name)` |"), "\(name)") }
  }

  @Test("the measured table equals the report it was made from")
  func keptReport() throws {
    struct Report: Decodable {
      struct Target: Decodable {
        let name: String
        let ratio: Double?
      }
      let targets: [Target]
    }
    let report = try JSONDecoder().decode(
      Report.self, from: Data(try Documentation.text("Benchmarks/report.json").utf8))
    let text = try Documentation.text("README.md")
    #expect(report.targets.count >= 8)
    for target in report.targets {
      let row = try #require(
        text.split(separator: "\n").first { $0.hasPrefix("| `\(target.name)` |") },
        "no row for \(target.name)")
      let cells = row.split(separator: "|", omittingEmptySubsequences: false)
      let cell = cells[4].trimmingCharacters(in: .whitespaces)
      guard let ratio = target.ratio else {
        #expect(cell == "not run")
        continue
      }
      // The table has three digits.
      let shown = try #require(Double(cell), "\(row)")
      #expect(abs(shown - ratio) <= ratio * 0.006, "\(row)")
    }
  }
}
