/// How rows are written.
enum TableFormat: String, CaseIterable {
  case csv, tsv, ndjson

  static func flag(_ help: String) -> Flag { Flag("--format", "csv|tsv|ndjson", help) }
}
