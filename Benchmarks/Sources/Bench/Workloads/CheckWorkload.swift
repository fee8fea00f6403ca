import Results

/// The full check of one corpus document against simdjson's DOM parse.
enum CheckWorkload {
  static let documents = ["twitter", "citm_catalog", "canada"]

  static func make(_ document: String, _ settings: Settings) throws -> Workload {
    let bytes = try settings.corpus.document("\(document).json")
    try compareVerdicts(onCopiesOf: bytes, settings)
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

  /// A checker that accepts everything would be fast, so both verdicts must also agree on damaged copies of
  /// the document.
  private static func compareVerdicts(onCopiesOf bytes: [UInt8], _ settings: Settings) throws {
    // A build that only counts allocations has no contenders to compare with.
    guard let library = settings.libraries.first else { return }
    var random = Random(seed: 1)
    let copies = (0..<24).map { copy in
      var damaged = bytes
      // The last copies are cut, the others have one byte changed.
      if copy >= 20 {
        damaged.removeLast(1 + random.below(bytes.count - 1))
      } else {
        damaged[random.below(bytes.count)] = Array("{}[]:,\"\\0x ".utf8)[random.below(11)]
      }
      return damaged
    }
    let documents = Documents(copies)
    let expected = try CppContender(
      "check.dom", as: "simdjson.dom", from: library, over: documents
    ).values()
    guard try CheckSluice(over: documents).values() == expected else {
      throw Unavailable(description: "another verdict than simdjson's on a damaged copy")
    }
  }
}
