import Foundation
import Results

/// Compares a report with the kept figures, and says what is worse.
struct Guard {
  private let report: Report
  private let path: String

  init(_ report: Report, keptIn path: String) {
    self.report = report
    self.path = path
  }

  private var thresholds: Thresholds {
    get throws {
      FileManager.default.fileExists(atPath: path)
        ? try Thresholds(contentsOf: path) : Thresholds()
    }
  }

  func keep() throws {
    var thresholds = try thresholds
    thresholds.keep(report)
    try thresholds.write(to: path)
  }

  /// Prints the table. False: something is worse, or there is nothing to compare with.
  func check() throws -> Bool {
    let toolchain = Thresholds.toolchain(of: report)
    guard let lines = try thresholds.compare(report), !lines.isEmpty else {
      print("nothing is kept for \(toolchain): scripts/bench --keep keeps a run's figures")
      return false
    }
    let worse = lines.filter(\.isWorse)
    print("\(lines.count) figures of \(toolchain), kept and found; \(worse.count) worse:")
    let width = lines.map(\.name.count).max() ?? 0
    for line in lines {
      let name = line.name + String(repeating: " ", count: width - line.name.count)
      let kept = String(repeating: " ", count: max(10 - line.kept.count, 1)) + line.kept
      let found = String(repeating: " ", count: max(10 - line.found.count, 1)) + line.found
      print("  \(name)\(kept)\(found)\(line.isWorse ? "  WORSE" : "")")
    }
    for note in report.notes ?? [] { print(note) }
    return worse.isEmpty
  }
}
