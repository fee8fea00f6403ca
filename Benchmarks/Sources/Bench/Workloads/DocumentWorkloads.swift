import Sluice

/// Whole documents: parsed, visited value by value, and written.
enum DocumentWorkloads {
  static func all(_ settings: Settings) -> [Workloads.Entry] {
    WholeDocument.allCases.flatMap { document -> [Workloads.Entry] in
      [
        (document.workload("parse", settings), { try parse(document, $0) }),
        (document.workload("visit", settings), { try visit(document, $0) }),
        (document.workload("write", settings), { try write(document, $0) }),
      ]
    }
  }

  /// Text to the library's own tree. Before any time counts, all trees are read in full, and compared.
  private static func parse(_ document: WholeDocument, _ settings: Settings) throws -> Workload {
    let (bytes, input) = try document.read(settings)
    let documents = Documents([bytes])
    let references = try CppContender.all(
      [
        "parse.simdjson_dom": "simdjson.dom", "parse.rapidjson.dom": "rapidjson.dom",
        "parse.rapidjson.insitu": "rapidjson.insitu", "parse.nlohmann.dom": "nlohmann",
      ], over: documents, settings)
    return Workload(
      name: document.workload("parse", settings), input: input, records: 1,
      recordName: "document",
      contenders: try references
        + CppContender.once(
          [
            "parse.jansson": "jansson", "parse.json_c": "json-c", "parse.cjson": "cjson",
            "parse.yajl.tree": "yajl.tree",
          ], over: documents, settings)
        + [
          ParseSluiceCheck(over: documents), ParseSluiceTree(over: documents),
          ParseJSONSerialization(over: documents),
        ]
        + settings.externals("parse", document: bytes, tiny: "{}", reference: references.first),
      counted: ["sluice.check", "sluice.tree"], comparable: VisitText.sorted)
  }

  /// Every value read.
  private static func visit(_ document: WholeDocument, _ settings: Settings) throws -> Workload {
    let (bytes, input) = try document.read(settings)
    let documents = Documents([bytes])
    return Workload(
      name: document.workload("visit", settings), input: input, records: 1,
      recordName: "document",
      contenders: try CppContender.all(
        [
          "visit.simdjson_dom": "simdjson.dom", "visit.simdjson_ondemand": "simdjson.ondemand",
          "visit.rapidjson.dom": "rapidjson.dom", "visit.rapidjson.insitu": "rapidjson.insitu",
          "visit.rapidjson.sax": "rapidjson.sax", "visit.nlohmann.dom": "nlohmann.dom",
          "visit.nlohmann.sax": "nlohmann.sax",
        ], over: documents, settings)
        + CppContender.once(
          [
            "visit.jansson": "jansson", "visit.json_c": "json-c", "visit.cjson": "cjson",
            "visit.yajl.tree": "yajl.tree", "visit.yajl.sax": "yajl.sax",
          ], over: documents, settings)
        + [
          VisitSluice(over: documents),
          VisitSluice("sluice.full", over: documents, checking: .full),
          VisitTokenizer(over: documents), VisitJSONSerialization(over: documents),
        ],
      counted: ["sluice", "sluice.tokens"], comparable: VisitText.sorted)
  }

  /// A tree as compact text.
  private static func write(_ document: WholeDocument, _ settings: Settings) throws -> Workload {
    let (bytes, input) = try document.read(settings)
    let documents = Documents([bytes])
    let tree = try JSON(parsing: bytes)
    return Workload(
      name: document.workload("write", settings), input: input, records: 1,
      recordName: "document",
      contenders: try CppContender.all(
        [
          "write.simdjson_dom": "simdjson.dom", "write.rapidjson.dom": "rapidjson",
          "write.nlohmann.dom": "nlohmann",
        ], over: documents, settings)
        + CppContender.once(
          [
            "write.jansson": "jansson", "write.json_c": "json-c", "write.cjson": "cjson",
            "write.yajl.tree": "yajl",
          ], over: documents, settings)
        + [
          WriteSluice(of: tree), WriteSluiceWriter(of: tree),
          WriteSluice("sluice.made", of: tree.detached()), WriteJSONSerialization(of: bytes),
        ],
      counted: ["sluice", "sluice.writer", "sluice.made"],
      comparable: WrittenText.comparable)
  }
}
