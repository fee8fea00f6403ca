import PageExamples
import Testing

/// The code of pages and comments compiles, because a snippet here names it, and does what the text says, because
/// it is part of a test that runs.
@Suite("Swift in the documentation")
struct CodeBlockTests {
  /// The snippets as they are compiled, without the lines that tell the compiler of other files.
  private static let snippets = Result {
    try Snippet.all.map { snippet in
      try snippet.expanded(with: shown).components.filter { !$0.hasPrefix("#sourceLocation") }
    }
  }

  static let shown = (try? CodeBlock.examples()) ?? []

  @Test("the README, each catalog and comments have examples")
  func thereAreSome() {
    #expect(Self.shown.contains { $0.file == "README.md" })
    for catalog in [
      "Sluice", "SluiceQueries", "SluiceEditing", "SluiceFeed", "SluiceRemote", "SluiceKafka",
      "SluiceTokenizer",
      "SluiceRows",
      "SluiceArrow", "SluiceImport", "SluiceFoundation",
      "SluiceSchema",
      "SluiceElevateNames",
      "SluiceRules", "SluiceSearch", "SluiceConvert", "SluiceJSONHelperNames", "SluiceReflection",
      "SluiceCodable", "SluiceDerivation",
    ] {
      #expect(Self.shown.contains { $0.file.contains("/\(catalog).docc/") }, "\(catalog)")
    }
    #expect(Self.shown.contains { $0.file.hasSuffix(".swift") })
  }

  @Test("each example is part of a compiled snippet", arguments: shown)
  func isCompiled(block: CodeBlock) throws {
    // These two are checked elsewhere, below and in ReadmeTests.
    if block.lines.first?.hasPrefix(".package(") == true { return }
    if block.file == "README.md", block.lines.first?.hasPrefix("import ") == true { return }
    #expect(
      try Self.snippets.get().contains { block.occurs(in: $0) },
      "\(block) is named in no file of Tests/DocumentationTests/Snippets:\n\(block.text)")
  }

  @Test("the products in the package snippet exist")
  func packageSnippet() throws {
    let blocks = Self.shown.filter { $0.lines.first?.hasPrefix(".package(") == true }
    #expect(blocks.count == 1)
    let manifest = try Documentation.text("Package.swift")
    let list = try #require(manifest.firstMatch(of: /let libraries = \[(?<names>[^\]]*)\]/))
    let libraries = list.output.names
    for block in blocks {
      let products = block.text.matches(of: /\.product\(name: "(?<name>\w+)"/)
      #expect(!products.isEmpty)
      for product in products {
        #expect(libraries.contains("\"\(product.output.name)\""), "\(product.output.name)")
      }
    }
  }
}
