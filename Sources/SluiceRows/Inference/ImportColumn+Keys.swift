package import Sluice

extension ImportColumn {
  /// A column with the value at the path of these keys.
  package init(
    name: ByteName, type: ColumnType, keys: [String], contract: ColumnContract
  ) throws(ImportError) {
    try self.init(
      name: name, type: type, path: ColumnPath(parsing: InferredPath.columnText(keys)),
      contract: contract)
  }
}
