import Foundation
import Testing

/// The page that says what is promised, and which test shows it.
@Suite("The page of promises")
struct PromiseTests {
  /// The suites of this package, by their types' names.
  private static func suites() throws -> Set<Substring> {
    var suites: Set<Substring> = []
    for path in try Repository.paths() where path.hasPrefix("Tests/") && path.hasSuffix(".swift") {
      for line in try Repository.text(path).split(separator: "\n") {
        let words = line.split(separator: " ", maxSplits: 3)
        guard let name = line.hasPrefix("struct ") ? words[1] : words.dropFirst(2).first else {
          continue
        }
        guard line.hasPrefix("struct ") || line.hasPrefix("final class ") else { continue }
        suites.insert(name.prefix { $0.isLetter || $0.isNumber })
      }
    }
    return suites
  }

  @Test("names a test in each row, and only tests and scripts that are there")
  func tests() throws {
    let page = try Repository.text("Sources/SluiceImport/SluiceImport.docc/WhatIsPromised.md")
    let rows = page.split(separator: "\n").filter {
      $0.hasPrefix("| ") && !$0.hasSuffix("| tests |")
    }
    #expect(rows.count > 30)
    let (paths, suites) = (try Repository.paths(), try Self.suites())
    #expect(suites.contains("PromiseTests") && suites.contains("MariaDBJobTests"))
    for row in rows {
      let cell = try #require(row.replacing("\\|", with: "").split(separator: "|").last)
      let names = cell.matches(of: /`([^`]+)`/).map(\.output.1)
      #expect(!names.isEmpty, "\(row) names no test")
      for name in names {
        let isThere =
          name.hasPrefix("scripts/") ? paths.contains(String(name)) : suites.contains(name)
        #expect(isThere, "\(name) is not there: \(row)")
      }
    }
  }
}
