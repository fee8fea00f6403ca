import Testing

/// What the pages and the comments show compiles, because it stands in a source file here word for
/// word; and it does what is said of it, because the tests it stands in run.
@Suite("Swift in the documentation")
struct CodeBlockTests {
  private static let snippets: [[String]] = {
    let files = Documentation.files(in: "Tests/DocumentationTests/Snippets", suffix: ".swift")
    return files.compactMap { try? Documentation.text($0).components }
  }()

  static let shown: [CodeBlock] = {
    let pages = Documentation.articles + Documentation.guides
    let blocks = pages.flatMap { (try? CodeBlock.blocks(of: $0)) ?? [] }
    let comments = Documentation.sources.flatMap {
      (try? CodeBlock.blocks(ofCommentsIn: $0)) ?? []
    }
    return (blocks + comments).filter { $0.language == "swift" }
  }()

  @Test("there are examples in the README, in each catalog and in comments")
  func thereAreSome() {
    #expect(Self.shown.contains { $0.file == "README.md" })
    for catalog in [
      "Sluice", "SluiceFeed", "SluiceImport", "SluiceFoundation", "SluiceSchema", "ElevateNames",
      "SluiceRules", "SluiceSearch", "SluiceConvert", "JSONHelperNames", "SluiceReflection",
    ] {
      #expect(Self.shown.contains { $0.file.contains("/\(catalog).docc/") }, "\(catalog)")
    }
    #expect(Self.shown.contains { $0.file.hasSuffix(".swift") })
  }

  @Test("each example stands in a snippet that is compiled", arguments: shown)
  func isCompiled(block: CodeBlock) throws {
    // The two that are checked otherwise, below and in ReadmeTests.
    if block.lines.first?.hasPrefix(".package(") == true { return }
    if block.file == "README.md", block.lines.first == "import Sluice" { return }
    #expect(
      Self.snippets.contains { block.occurs(in: $0) },
      "\(block) is in no file of Tests/DocumentationTests/Snippets:\n\(block.text)")
  }

  @Test("what the package snippet names is there")
  func packageSnippet() throws {
    let blocks = Self.shown.filter { $0.lines.first?.hasPrefix(".package(") == true }
    #expect(blocks.count == 1)
    let manifest = try Documentation.text("Package.swift")
    for block in blocks {
      let products = block.text.matches(of: /\.product\(name: "(?<name>\w+)"/)
      #expect(!products.isEmpty)
      for product in products {
        #expect(manifest.contains(".library(name: \"\(product.output.name)\""))
      }
    }
  }
}
