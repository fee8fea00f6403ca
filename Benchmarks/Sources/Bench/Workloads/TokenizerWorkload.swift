import Results
import Sluice

/// All tokens of one corpus document.
enum TokenizerWorkload {
  static let documents = CheckWorkload.documents

  /// Strings and numbers borrowed unchanged, against stage 1 alone.
  static func makeBorrowed(_ document: String, _ settings: Settings) throws -> Workload {
    let bytes = try settings.corpus.document("\(document).json")
    let documents = Documents([bytes])
    return Workload(
      name: "tokenizer.borrowed.\(document)", input: InputReport("\(document).json", bytes),
      records: 1, recordName: "document",
      contenders: try CppContender.all(["tokens.stage1": "stage1.alone"], over: documents, settings)
        + [
          TokensSluice(over: documents, decodes: false),
          TokensSluice("sluice.full", over: documents, decodes: false, checking: .full),
        ])
  }

  /// Strings unescaped and numbers decoded, against other readers that call back for each token.
  static func makeDecoded(_ document: String, _ settings: Settings) throws -> Workload {
    let bytes = try settings.corpus.document("\(document).json")
    let documents = Documents([bytes])
    return Workload(
      name: "tokenizer.decoded.\(document)", input: InputReport("\(document).json", bytes),
      records: 1, recordName: "document",
      contenders: try CppContender.all(
        ["tokens.rapidjson": "rapidjson.sax", "tokens.yajl": "yajl.chunks"], over: documents,
        settings) + [
          TokensSluice(over: documents, decodes: true),
          TokensSluice("sluice.full", over: documents, decodes: true, checking: .full),
        ])
  }
}
