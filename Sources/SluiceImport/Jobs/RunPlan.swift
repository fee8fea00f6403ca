import SluiceFeed

/// What makes rows of a run's records.
struct RunPlan: ~Copyable {
  let rows: ColumnPlan
  /// Replaces it where an array is exploded.
  let elements: ElementPlan?
  let matcher: FilterMatcher
  let keys: UnknownKeyDetector?
  /// The columns whose mismatches end the job.
  let stopping: StoppingColumns

  init(_ specification: RowSpecification) {
    rows = ColumnPlan(specification)
    elements = specification.elementPlan(keepsText: false)
    matcher = specification.matcher()
    keys = specification.unknownKeyDetector()
    stopping = StoppingColumns(specification.columns, rowsBefore: .committed)
  }
}
