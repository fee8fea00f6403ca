import Results
import SluiceEditing

/// Edits of a document's text.
enum EditWorkload {
  /// One field of citm_catalog.json changed and written.
  static func makeSplice(_ settings: Settings) throws -> Workload {
    let bytes = try settings.corpus.document("citm_catalog.json")
    return Workload(
      name: "edit.splice", input: InputReport("citm_catalog.json", bytes), records: 1,
      recordName: "document", contenders: try [EditTreeSluice(of: bytes), EditSluice(of: bytes)],
      counted: ["sluice", "tree"], documents: Documents([bytes]),
      comparable: WrittenText.comparable)
  }
}
