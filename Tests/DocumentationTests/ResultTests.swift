import Foundation
import PageExamples
import Testing

/// Checks that the measured figures on pages and in pictures are those of the kept report.
@Suite("Measured results")
struct ResultTests {
  private struct Report: Decodable {
    struct Target: Decodable {
      let name: String
      let ratio: Double?
    }
    let targets: [Target]
  }

  private let targets: [Report.Target]
  private let results: String

  init() throws {
    let kept = Data(try Documentation.text("Benchmarks/report.json").utf8)
    targets = try JSONDecoder().decode(Report.self, from: kept).targets
    results = try Documentation.text("Benchmarks/RESULTS.md")
  }

  @Test("the table has a row for each target of the benchmark")
  func rows() throws {
    let table = try #require(
      results.firstMatch(of: /<!-- bench:begin -->([\s\S]*)<!-- bench:end -->/))
    let source = try Documentation.text("Benchmarks/Sources/Bench/Harness/Target.swift")
    let names = source.matches(of: /(?:Target\(|name: )"(?<name>[a-z.]+)"/)
      .map { String($0.output.name) }
    #expect(names.count >= 8)
    for name in names { #expect(table.output.1.contains("| `\(name)` |"), "\(name)") }
  }

  @Test("the table equals the report that it was made from")
  func table() throws {
    #expect(targets.count >= 8)
    for target in targets {
      let row = try #require(
        results.components.first { $0.hasPrefix("| `\(target.name)` |") },
        "no row for \(target.name)")
      let cell = row.cells[3]
      guard let ratio = target.ratio else {
        #expect(cell == "not run")
        continue
      }
      // The table has three digits.
      let shown = try #require(Double(cell), "\(row)")
      #expect(abs(shown - ratio) <= ratio * 0.006, "\(row)")
    }
  }

  @Test("the README's ten rows, losses among them, are of the report, and so are its pictures")
  func highlights() throws {
    let rows = try highlightRows()
    #expect(rows.count == 10)
    let chosen = try chosenTargets()
    #expect(chosen.count == rows.count)
    #expect(rows.contains { $0.cells[2].hasPrefix("**0.") })
    let pictures = try ["light", "dark"].map {
      try Documentation.text("Benchmarks/Pictures/ratios-\($0).svg")
    }
    for (name, row) in zip(chosen, rows) {
      let ratio = try #require(targets.first { $0.name == name }?.ratio)
      let shown = row.cells[2].trimmingCharacters(in: ["*"])
      #expect(abs(try #require(Double(shown)) - ratio) <= ratio * 0.006, "\(name): \(row)")
      #expect(row.cells[2].hasPrefix("**") == (ratio < 1))
      for picture in pictures {
        #expect(picture.contains(">\(shown) ×</text>"), "\(name): \(shown)")
      }
    }
  }

  private func highlightRows() throws -> [String] {
    let readme = try Documentation.text("README.md")
    let marks = /<!-- highlights:begin -->([\s\S]*)<!-- highlights:end -->/
    let table = String(try #require(readme.firstMatch(of: marks)).output.1)
    return table.components.filter { $0.hasPrefix("| ") }.dropFirst().map { $0 }
  }

  /// The names of the targets that the benchmark's program shows in the README, in order.
  private func chosenTargets() throws -> [String] {
    try Documentation.text("Benchmarks/Sources/Pages/Highlights.swift")
      .matches(of: /\("(?<name>[a-z]+\.[a-z.]+)", "/).map { String($0.output.name) }
  }
}

extension String {
  /// The cells of a row of a Markdown table.
  fileprivate var cells: [String] {
    split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
  }
}
