/// The full check of one corpus document against simdjson's DOM parse.
enum CheckWorkload {
  static let documents = ["twitter", "citm_catalog", "canada"]

  static func make(_ document: String, _ settings: Settings) throws -> Workload {
    let bytes = try settings.corpus.document("\(document).json")
    let documents = Documents([bytes])
    return Workload(
      name: "check.full.\(document)",
      input: InputReport(
        name: "\(document).json", bytes: bytes.count, sha256: SHA256.hex(of: bytes)),
      records: 1, recordName: "document",
      contenders: try CppContender.all(["check.dom": "simdjson.dom"], over: documents, settings) + [
        CheckSluice(over: documents)
      ])
  }
}
