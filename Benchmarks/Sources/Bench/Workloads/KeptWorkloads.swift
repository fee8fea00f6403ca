import Results
import Sluice

/// Documents that are kept: opened, read through views, and as trees.
enum KeptWorkloads {
  static var all: [Workloads.Entry] {
    CheckWorkload.documents.flatMap { document -> [Workloads.Entry] in
      [
        ("document.open.\(document)", { try open(document, adopting: true, $0) }),
        ("document.copied.\(document)", { try open(document, adopting: false, $0) }),
        ("tree.parse.\(document)", { try parse(document, $0) }),
        ("tree.visit.\(document)", { try visit(document, $0) }),
      ]
    } + [
      ("view.partial", { try partial(checking: .accessed, $0) }),
      ("view.partial.full", { try partial(checking: .full, $0) }),
    ]
  }

  private static func read(
    _ document: String, _ settings: Settings
  ) throws -> (documents: Documents, input: InputReport) {
    let bytes = try settings.corpus.document("\(document).json")
    return (Documents([bytes]), InputReport("\(document).json", bytes))
  }

  /// A checked document that is kept against simdjson's DOM.
  private static func open(
    _ document: String, adopting: Bool, _ settings: Settings
  ) throws -> Workload {
    let (documents, input) = try read(document, settings)
    return Workload(
      name: "document.\(adopting ? "open" : "copied").\(document)", input: input, records: 1,
      recordName: "document",
      contenders: try CppContender.all(["check.dom": "simdjson.dom"], over: documents, settings) + [
        OpenSluiceDocument(over: documents, adopting: adopting)
      ])
  }

  /// twitter.json, seven fields of each status: the document is opened each time.
  private static func partial(checking: JSONChecking, _ settings: Settings) throws -> Workload {
    let (documents, input) = try read("twitter", settings)
    return Workload(
      name: checking == .accessed ? "view.partial" : "view.partial.full", input: input,
      records: 100, recordName: "statuses",
      contenders: [
        PartialSluice("cursor", over: documents), PartialJSONDecoder(over: documents),
        PartialViews(over: documents, checking: checking),
      ])
  }

  /// Text to a tree.
  private static func parse(_ document: String, _ settings: Settings) throws -> Workload {
    let (documents, input) = try read(document, settings)
    return Workload(
      name: "tree.parse.\(document)", input: input, records: 1, recordName: "document",
      contenders: try CppContender.all(
        ["parse.rapidjson.dom": "rapidjson.dom", "parse.rapidjson.insitu": "rapidjson.insitu"],
        over: documents, settings) + [
          ParseSluiceTree("sluice", over: documents), ParseJSONSerialization(over: documents),
        ], comparable: VisitText.sorted)
  }

  /// Text to a tree, of which every value is read.
  private static func visit(_ document: String, _ settings: Settings) throws -> Workload {
    let (documents, input) = try read(document, settings)
    return Workload(
      name: "tree.visit.\(document)", input: input, records: 1, recordName: "document",
      contenders: try CppContender.all(
        ["visit.rapidjson.dom": "rapidjson.dom", "visit.rapidjson.insitu": "rapidjson.insitu"],
        over: documents, settings) + [VisitSluiceTree(over: documents)],
      comparable: VisitText.sorted)
  }
}
