import Sluice

/// What is said of a key that a database compares otherwise than by its bytes: to it, `A` and `a` may be one key.
///
/// Rows with such keys are never merged. The first stays, and the others are rejects.
enum KeyCollation {
  /// `columns`: those whose values are compared so, with their collations.
  static func note(
    _ columns: [(name: ByteName, collation: String)], of place: String
  ) -> ImportNote? {
    guard !columns.isEmpty else { return nil }
    let list = columns.map { "\"\($0.name)\" by \($0.collation)" }.joined(separator: ", ")
    return ImportNote(
      kind: .keyCollation,
      message:
        "\(place) compares its key not by bytes (\(list)), so that keys such as A and a can be one key to it:"
        + " of rows whose keys are equal to it and differ in bytes, the first stays, and the others are rejects"
    )
  }

  /// Why a row is a reject.
  static func message(_ key: [String?], equals stored: [String?], isStored: Bool) -> String {
    func words(_ key: [String?]) -> String { key.map { $0 ?? "NULL" }.joined(separator: ", ") }
    return
      "the key \(words(key)) differs from \(words(stored)), which \(isStored ? "is there" : "came before"), only in"
      + " what the key's collation does not tell apart"
  }
}
