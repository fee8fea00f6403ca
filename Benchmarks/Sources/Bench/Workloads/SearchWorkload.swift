import Results
import Sluice
import SluiceSearch

/// The work of searches: find one kind of object in a document with many.
enum SearchWorkload {
  /// The performances of citm_catalog.json, wherever they are, with everything in them.
  static func make(_ settings: Settings) throws -> Workload {
    let bytes = try settings.corpus.document("citm_catalog.json")
    let documents = Documents([bytes])
    return Workload(
      name: "search.citm_catalog", input: InputReport("citm_catalog.json", bytes),
      records: 243, recordName: "performances",
      contenders: [
        SearchJSONSerialization(over: documents),
        DecodingSluice(over: documents) { try Citm.performanceSearch.parseAll($0) },
        RulesPartialSluice("sluice.accessed", over: documents) {
          try Citm.performanceSearch.parseAll($0)
        },
        DecodingSluice("sluice.parser", over: documents) {
          try Citm.PerformanceParser().parse($0)
        },
      ],
      counted: ["sluice", "sluice.parser"], documents: documents)
  }

  /// The performances' own fields: the cost of finding them, compared with reading them by hand at their
  /// known position. Both check the document in full.
  static func makeShowings(_ settings: Settings) throws -> Workload {
    let bytes = try settings.corpus.document("citm_catalog.json")
    let documents = Documents([bytes])
    return Workload(
      name: "search.showings", input: InputReport("citm_catalog.json", bytes), records: 243,
      recordName: "performances",
      contenders: [
        DecodingCursor(over: documents) { try Citm.Showing.all(at: $0) },
        DecodingSluice(over: documents) { try Citm.showingSearch.parseAll($0) },
        RulesPartialSluice("sluice.accessed", over: documents) {
          try Citm.showingSearch.parseAll($0)
        },
        RulesPartialSluice("cursor.accessed", over: documents) { try Citm.Showing.all(at: $0) },
      ],
      counted: ["sluice", "cursor"], documents: documents)
  }
}
