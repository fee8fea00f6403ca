import SluiceRows

extension FileFormat {
  /// The flag for the format of rows.
  static func flag(_ help: String) -> Flag {
    Flag("--format", allCases.map(\.rawValue).joined(separator: "|"), help)
  }
}
