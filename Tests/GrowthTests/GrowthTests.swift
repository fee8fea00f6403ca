import Foundation
import Testing

@Suite("Growth", .serialized)
struct GrowthTests {
  @Test("four times the input takes at most six times as long", arguments: GrowthRow.chosen)
  func growth(row: GrowthRow) throws {
    let measured = try GrowthMeasurement(of: row)
    if ProcessInfo.processInfo.environment["SLUICE_GROWTH_TABLE"] != nil {
      print(
        String(
          format: "| %@ | %d | %.2f | %.2f | %.1f |", row.name, row.size, measured.small * 1000,
          measured.large * 1000, measured.ratio))
    }
    if let sanitizer = ProcessInfo.processInfo.environment["SLUICE_SANITIZER"] {
      print(
        "GrowthTests: \(row.name) ran; its time is the \(sanitizer) sanitizer's, and not judged")
      return
    }
    #expect(measured.ratio <= GrowthRow.most, "\(row.name): \(measured)")
  }
}

extension GrowthRow {
  /// The rows that scripts/growth was asked for, or all, at the sizes it was asked for.
  static var chosen: [GrowthRow] {
    let environment = ProcessInfo.processInfo.environment
    let part = environment["SLUICE_GROWTH_ROWS"]
    let scale = environment["SLUICE_GROWTH_SCALE"].flatMap(Int.init) ?? 1
    return all.filter { part.map($0.name.contains) ?? true }
      .map { GrowthRow($0.name, $0.size * scale, $0.work) }
  }

  static let all: [GrowthRow] =
    [
      reading, cursors, texts, values, edits, views, writing, longValues, encoding, decoding,
      codables, conversions, searches, mappings, collections, ruleChoices, queries, feeds, streams,
      tokenizers, records,
      imports,
    ].flatMap { $0 }
}
