import Foundation
import PageExamples
import Sluice
import Testing

@Suite("Snippets: ErrorsAndCodes.md")
struct ErrorSnippets {
  private static let page = "Sources/Sluice/Sluice.docc/ErrorsAndCodes.md"

  @Test("an error has what was expected, where, and what was found")
  func message() throws {
    let blocks = try CodeBlock.blocks(of: Self.page)
    let text = try #require(blocks.first { $0.language == "json" }).text
    let shown = try #require(blocks.first { $0.language == "text" }).text
    var reader = JSONReader()
    var (message, line, path, isMismatch) = ("", Int?.none, String?.none, false)
    // example ErrorsAndCodes.md: do {
    #expect(message == shown)
    #expect(line == 3)
    #expect(path == "$.folders[0].size")
    #expect(isMismatch)
  }

  @Test("the tables list every code, and no other")
  func codes() throws {
    let source = try Documentation.text("Sources/Sluice/Errors/JSONError+Codes.swift")
    let declared = source.matches(of: /case \w+ = "(?<code>[a-z0-9-]+)"/).map { $0.output.code }
    let listed = try Documentation.text(Self.page).matches(of: /(?m)^\| `(?<code>[a-z0-9-]+)` \|/)
      .map { $0.output.code }
    #expect(declared.count >= 25)
    #expect(Set(listed) == Set(declared))
    #expect(listed.count == declared.count)
  }
}
