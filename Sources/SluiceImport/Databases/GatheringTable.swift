/// The table in which a replacement gathers its rows: what all databases agree on.
struct GatheringTable {
  /// For statements.
  let name: String
  /// Distinguishes the replacement from others of the target; nil: no run can resume it.
  let generation: String?

  /// `generation`: made of a fingerprint of the sources.
  init(
    of table: String, _ jobs: [JobIdentity?], prefix: String = "",
    generation: (_ sources: String) -> String
  ) {
    name = prefix + "sluice_replacement_\(SourceFingerprint.hash(Array(table.utf8)))"
    self.generation = SourceSet(jobs).fingerprint.map(generation)
  }

  /// How a run begins that finds the table of a generation.
  func inspection(of earlier: some StringProtocol) -> SinkInspection.Replacement {
    guard let generation, generation == earlier else {
      return .begunAnew(
        reason:
          "the interrupted replacement whose rows are in \(name) was of other sources or columns,"
          + " or of another table, or can't be resumed")
    }
    return .resumed
  }

  /// The error for a table of that name that has no mark.
  func taken(in place: String) -> ImportError {
    ImportError(
      .conflict,
      "the table \(name) in \(place) has the name under which rows are gathered, and no"
        + " comment that says so: rename or drop it")
  }

  /// What a refusal by the database means for the rows of `table`.
  func unpublished(_ error: ImportError, for table: String) -> ImportError {
    guard error.kind != .changedTarget else {
      return ImportError(error.kind, "the rows of \(table) are as they were: \(error.message)")
    }
    return ImportError(
      error.kind,
      "the rows of \(table) could not be replaced, and are as they were: \(error.message). The new"
        + " rows stay in \(name) meanwhile: remove what is in the way and run the same job again, which"
        + " tries this again")
  }
}
