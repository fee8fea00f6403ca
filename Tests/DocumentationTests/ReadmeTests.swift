import Foundation
import PageExamples
import TestSupport
import Testing

/// Checks the README and the page of the tool: runs their programs and commands, and compares their
/// output with the page.
@Suite("README")
struct ReadmeTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// The first programs: each is a function of a file in ReadmeExample.
  private static let programs = ["feed", "document", "import"]

  @Test("each first program is the compiled one, and programs and commands print the output shown")
  func programsAndCommands() throws {
    let blocks = try CodeBlock.blocks(of: "README.md")
    var names = Self.programs[...]
    // In order and in one folder, because a block can use the files of earlier ones.
    for (i, block) in blocks.enumerated() {
      if block.language == "console" { try runCommands(of: block) }
      guard block.isProgram else { continue }
      let first = names.popFirst()
      let name = try #require(first)
      let file = "Tests/DocumentationTests/ReadmeExample/\(name.capitalized).swift"
      let source = try Documentation.text(file).components
      #expect(block.imports.allSatisfy(source.contains), "\(block): \(file)")
      #expect(block.withoutImports.occurs(in: source), "\(block): \(file)")
      #expect(block.lines.count <= 22)
      let shown = blocks[i + 1]
      #expect(shown.language == "text")
      let run = try Shell.run("ReadmeExample \(name)", in: folder)
      #expect(run.status == 0)
      #expect(run.output == shown.text + "\n")
    }
    #expect(names.isEmpty)
    #expect(blocks.contains { $0.language == "console" })
  }

  @Test("the commands on the tool's page print the output shown, except speeds")
  func commands() throws {
    let sessions = try CodeBlock.blocks(of: Documentation.tool).filter { $0.language == "console" }
    #expect(sessions.count >= 5)
    for session in sessions { try runCommands(of: session) }
  }

  private func runCommands(of session: CodeBlock) throws {
    for step in Session.steps(of: session) {
      let run = try Shell.run(step.command, in: folder)
      #expect(
        Session.withoutSpeeds(run.output) == Session.withoutSpeeds(step.output),
        "\(session): \(step.command)")
    }
  }

  @Test("the README is short")
  func words() throws {
    let words = try Documentation.text("README.md").split(whereSeparator: \.isWhitespace)
    #expect((700...1200).contains(words.count))
  }

  @Test("CONTRIBUTING is short, and begins with a few commands")
  func contributing() throws {
    let text = try Documentation.text("CONTRIBUTING.md")
    #expect(text.split(whereSeparator: \.isWhitespace).count <= 1200)
    let block = try #require(try CodeBlock.blocks(of: "CONTRIBUTING.md").first)
    #expect((1...10).contains(block.lines.count))
    #expect(text.hasPrefix("# Contributing\n\n```sh\n"), "the commands come first")
  }

  @Test("the page of scripts names every script")
  func scripts() throws {
    let page = try Documentation.text("scripts/README.md")
    let folder = Documentation.root.appending(path: "scripts").path(percentEncoded: false)
    for name in try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
    where !["README.md", "packaging", "run", "setup"].contains(name) {
      #expect(page.contains("`scripts/\(name)"), "\(name)")
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
      if path.hasPrefix("scripts/"), !path.hasSuffix(".md") {
        #expect(FileManager.default.isExecutableFile(atPath: file), "\(path) can't be run")
      }
    }
  }

  @Test("the list of commands equals the tool's")
  func commandList() throws {
    let help = try Shell.run("sluice --help", in: folder).output
    let text = try Documentation.text(Documentation.tool)
    let commands = help.matches(of: /(?m)^  (?<name>[a-z]+)  +\S/).map { String($0.output.name) }
    #expect(commands.count >= 5)
    for command in commands { #expect(text.contains("| `sluice \(command) "), "\(command)") }
    #expect(text.matches(of: #/(?m)^\| `sluice [a-z]+ /#).count == commands.count)
  }

  @Test("the tables of modules name every product")
  func modules() throws {
    let manifest = try Documentation.text("Package.swift")
    let list = try #require(manifest.firstMatch(of: /(?s)let libraries = \[(?<names>.*?)\]/))
    let products = list.output.names.matches(of: /"(?<name>\w+)"/).map { String($0.output.name) }
    #expect(products.count >= 9)
    let page = try Documentation.text("Sources/Sluice/Sluice.docc/WhichModule.md")
    for product in products { #expect(page.contains("`\(product)`"), "\(product)") }
    let named = try Documentation.text("README.md").matches(of: /(?m)^\| `(?<name>Sluice\w*)` \|/)
    #expect(named.count >= 9)
    for match in named { #expect(products.contains(String(match.output.name))) }
  }
}

extension CodeBlock {
  fileprivate var isProgram: Bool {
    language == "swift" && lines.first?.hasPrefix("import ") == true
  }

  fileprivate var imports: [String] { lines.filter { $0.hasPrefix("import ") } }

  /// The program without its imports and the empty line after them.
  fileprivate var withoutImports: CodeBlock {
    dropping { $0.isEmpty || $0.hasPrefix("import ") }
  }
}
