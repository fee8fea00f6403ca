extension JobSetting {
  /// All settings, in the order in which files are written; some depend on earlier ones.
  package static let all = [
    sources, members, framing, lines, prefix, inside, range, countFrom, check, duplicates, follow,
    final,
    jobs, maximumRecord, maximumDepth, maximumRatio, maximumDecompressed,
    filter, explode,
    unknownKeys,
    columns, target, table, mode, key, addColumns, createIndex,
    batch, rejects, maximumErrors, gate,
  ]

  /// What a job file without settings says.
  static let usual = ImportJobFile()
}
