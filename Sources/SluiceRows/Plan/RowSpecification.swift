/// What rows are made by: each thread makes its own plan from it.
package struct RowSpecification: Sendable {
  package let columns: [ImportColumn]
  let filter: Filter?
  package let exploded: ExplodedArray?
  let unknownKeys: UnknownKeys
  /// The paths of columns that are not read here, and whose keys are known all the same: from the record, and from the
  /// elements of the exploded array.
  let unread: (record: [ColumnPath], element: [ColumnPath])
  /// What makes the rows, if that is a type of the program's.
  package let rows: RowMapping?

  /// Throws ``ImportError`` when columns do not fit what is exploded, and for defaults that do not have their column's
  /// type. `forBatches`: whether columns may have
  /// nested types. `rows`: what makes the rows; its columns are the ones given. `unread`: columns that fit, and are not
  /// read; their keys are no unknown ones.
  package init(
    _ columns: [ImportColumn], _ filter: Filter?, explode: ColumnPath?, unknownKeys: UnknownKeys,
    forBatches: Bool = false, rows: RowMapping? = nil, unread: [ImportColumn] = []
  ) throws(ImportError) {
    if let rows, explode != nil || unknownKeys != .ignore {
      throw ImportError(
        .badColumn,
        "rows of \(rows.name) can't be combined with \(explode != nil ? "explode" : "unknown keys"),"
          + " which go by the columns' paths in the record; let the type decide, or give columns")
    }
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
    for column in columns where !column.accepts.isEmpty {
      do throws(ImportError) {
        _ = try ColumnLeniency(parsing: column.accepts.description, for: column.type)
      } catch {
        throw ImportError(.badColumn, "column \"\(column.name)\": \(error.message)")
      }
    }
    for column in columns {
      guard let standIn = column.contract.standIn, !standIn.isValue(of: column.type) else {
        continue
      }
      throw ImportError(
        .badColumn,
        "column \"\(column.name)\": its default \(standIn) is no \(column.type); make it by"
          + " ColumnConstant(_:as:) with the column's type")
    }
    self.columns = columns
    self.filter = filter
    exploded =
      try explode.map { path throws(ImportError) in try ExplodedArray(path, columns: columns) }
    if explode == nil { try ExplodedArray.refuseElements(of: columns) }
    self.unknownKeys = unknownKeys
    self.rows = rows
    let others = try explode.map { path throws(ImportError) in
      try ExplodedArray(path, columns: unread)
    }
    self.unread = (
      others?.recordPaths.compactMap { $0 } ?? unread.flatMap(\.paths),
      others?.elementPaths.compactMap { $0 } ?? []
    )
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
