import Foundation
import PageExamples
import Sluice
import Testing

/// The tables and examples of CheckingModes.md, with each document read in both modes.
@Suite("Snippets: CheckingModes.md")
struct CheckingSnippets {
  /// The first column of the page's two tables of documents.
  static let (accepted, refused): ([String], [String]) = {
    let page = (try? Documentation.text("Sources/Sluice/Sluice.docc/CheckingModes.md")) ?? ""
    func documents(under header: String) -> [String] {
      guard let start = page.range(of: header + "\n|---|---|\n") else { return [] }
      let rows = page[start.upperBound...].split(
        separator: "\n", omittingEmptySubsequences: false
      ).prefix { $0.hasPrefix("|") }
      return rows.compactMap { $0.firstMatch(of: /^\| `(.*?)` \|/).map { String($0.output.1) } }
    }
    return (
      documents(under: "| document | what is wrong with it |"),
      documents(under: "| document | what detects it |")
    )
  }()

  private func a(of document: String, _ checking: JSONChecking) throws -> Int {
    var reader = JSONReader(checking: checking)
    return try reader.withDocument(document) { root in try root["a"].int }
  }

  @Test("the tables exist")
  func tables() {
    #expect(Self.accepted.count >= 8)
    #expect(Self.refused.count >= 3)
  }

  @Test("has its value under .accessed and is rejected under .full", arguments: accepted)
  func passes(document: String) throws {
    #expect(try a(of: document, .accessed) == 1)
    #expect(throws: JSONError.self) { try a(of: document, .full) }
  }

  @Test("is rejected under both", arguments: refused)
  func fails(document: String) throws {
    #expect(throws: JSONError.self) { try a(of: document, .accessed) }
    #expect(throws: JSONError.self) { try a(of: document, .full) }
  }

  @Test(
    "gives the table's results where the RFC leaves a choice",
    arguments: [
      (#"{"k": 1, "k": 2}"#, nil), ("123456789012345678901234567890", nil),
      ("1e400", "number-out-of-range"), ("1e-400", nil), (#""\ud800""#, "invalid-escape"),
      (String(repeating: "[", count: 1024) + String(repeating: "]", count: 1024), nil),
      (String(repeating: "[", count: 1025) + String(repeating: "]", count: 1025), "depth-exceeded"),
      ("\u{FEFF}1", nil), ("NaN", "invalid-literal"), ("[1,]", "unexpected-token"),
      ("/* */ 1", "invalid-literal"),
    ] as [(String, String?)])
  func answers(document: String, code: String?) throws {
    var reader = JSONReader(checking: .full)
    do {
      try reader.withDocument(document) { _ in }
      #expect(code == nil)
    } catch let error as JSONError {
      #expect(error.code.description == code)
    }
  }

  @Test("a fault in an unread value passes")
  func accessed() throws {
    // example CheckingModes.md: var reader = JSONReader()  // .accessed
    #expect(a == 1)
  }

  @Test("a fault in an unread value is found")
  func full() throws {
    var message = ""
    // example CheckingModes.md: var strict = JSONReader(checking: .full)
    #expect(message == "expected a JSON value at $.b, found 'tru' (line 1, column 15)")
  }
}
