import Results

/// A document that is parsed, visited and written as a whole: a corpus file or, without the corpus, a small
/// made-up one of that shape.
enum WholeDocument: String, CaseIterable {
  case twitter
  case citmCatalog = "citm_catalog"
  case canada

  /// The suffix of a workload's name after the work: made-up documents do not count for targets.
  func workload(_ work: String, _ settings: Settings) -> String {
    (settings.corpus.folder == nil ? "smoke." : "") + "\(work).\(rawValue)"
  }

  func read(_ settings: Settings) throws -> (bytes: [UInt8], input: InputReport) {
    guard settings.corpus.folder == nil else {
      let bytes = try settings.corpus.document("\(rawValue).json")
      return (bytes, InputReport("\(rawValue).json", bytes))
    }
    let bytes = made
    return (bytes, InputReport("a made-up \(rawValue).json", bytes, seed: 1))
  }

  private var made: [UInt8] {
    switch self {
    case .twitter: Timelines.make()
    case .citmCatalog: Catalogs.make()
    case .canada: Outlines.make()
    }
  }
}
