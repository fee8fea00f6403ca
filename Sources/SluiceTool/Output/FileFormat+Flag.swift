import SluiceImport

extension FileFormat {
  /// The flag that chooses how rows are written.
  static func flag(_ help: String) -> Flag {
    Flag("--format", allCases.map(\.rawValue).joined(separator: "|"), help)
  }
}
