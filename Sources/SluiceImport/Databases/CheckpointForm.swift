/// How a table of progress holds a checkpoint.
struct CheckpointForm: Sendable {
  /// The names of its columns. The first one says whether another process has moved the position.
  let columns: [String]
  /// What a selection of them names.
  let selected: [String]
  let values: @Sendable (Checkpoint) throws(ImportError) -> [String?]
  /// `place` says where the values were.
  let checkpoint: @Sendable (_ values: [String?], _ place: String) throws(ImportError) -> Checkpoint

  /// As JSON in one column.
  static let text = CheckpointForm(
    columns: ["checkpoint"], selected: ["checkpoint"],
    values: { checkpoint throws(ImportError) in [try checkpoint.text] },
    checkpoint: { values, place throws(ImportError) in
      try Checkpoint(parsing: (values.first ?? nil) ?? "", at: place)
    })
}
