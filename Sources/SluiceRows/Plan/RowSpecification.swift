/// What rows are made by: each thread makes its own plan from it.
package struct RowSpecification: Sendable {
  package let columns: [ImportColumn]
  let filter: Filter?
  package let exploded: ExplodedArray?
  let unknownKeys: UnknownKeys

  /// Throws ``ImportError`` when columns do not fit what is exploded. `forBatches`: whether columns may have
  /// nested types.
  package init(
    _ columns: [ImportColumn], _ filter: Filter?, explode: ColumnPath?, unknownKeys: UnknownKeys,
    forBatches: Bool = false
  ) throws(ImportError) {
    if !forBatches, let column = columns.first(where: \.type.isNested) {
      throw ImportError(
        .badColumn,
        "column \"\(column.name)\": rows can't hold \(column.type), which is for column batches (Arrow);"
          + " use the type json, which keeps the value's text")
    }
    for column in columns where column.contract.transform != nil && column.type != .text {
      throw ImportError(
        .badColumn,
        "column \"\(column.name)\": a transform is for columns of type text, and it is"
          + " \(column.type)")
    }
    self.columns = columns
    self.filter = filter
    exploded =
      try explode.map { path throws(ImportError) in try ExplodedArray(path, columns: columns) }
    self.unknownKeys = unknownKeys
  }

  package func matcher() -> FilterMatcher { FilterMatcher(filter) }

  /// Nil when unknown keys are ignored.
  package func unknownKeyDetector() -> UnknownKeyDetector? {
    unknownKeys == .ignore ? nil : UnknownKeyDetector(self)
  }

  /// `keepsText`: whether texts outlive the next record.
  package func elementPlan(keepsText: Bool) -> ElementPlan? {
    exploded.map { ElementPlan(columns, $0, keepsText: keepsText) }
  }
}
