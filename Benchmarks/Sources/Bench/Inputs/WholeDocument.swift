import Results

/// A document that is parsed, visited and written as a whole: a corpus file, or, where there is no
/// corpus, a small one of that shape, made up.
enum WholeDocument: String, CaseIterable {
  case twitter
  case citmCatalog = "citm_catalog"
  case canada

  /// Behind the work in a workload's name: what is measured on made-up documents is of no target.
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
