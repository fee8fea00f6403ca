import Sluice
import SluiceSearch

/// Searches on any document: both styles find what a walk over the owned value finds; a broken document gives an error
/// or a result.
enum FuzzSearch {
  nonisolated(unsafe) private static var reader = JSONReader()

  private static let search = Search(Int.self) { fields in
    let a = fields.mandatory("a", .int)
    let b = fields.optional("b.c", .string)
    return { $0[b] == "x" ? nil : $0[a] }
  }

  private final class Parser: JSONParser<Int> {
    /// A value that is left when the search ends, and the document closes.
    var kept: JSON?

    override class func modelFields() -> Fields { Fields(mandatory: ["a"], optional: ["b"]) }
    override func parseObject(_ data: JSON) -> Int? {
      _ = (data["b"]?.string, data["b"]["c"]?.double, data["b"]?.bool, data["b"]?[1]?.int)
      _ = (data.firstMember?.raw(), parse(json: data["b"]))
      kept = kept ?? data["b"]
      return try? data["a"]?.withCursor { try $0.int }
    }
  }

  static func run(_ document: [UInt8]) {
    reader.options = JSONOptions(checking: .accessed, duplicateKeys: .lastWins)
    var kept: Parser.JSON?
    try? reader.withDocument(document) { root in
      let misses = NearMissList(limit: 8)
      _ = try? search.parseAll(root, nearMisses: misses)
      let parser = Parser()
      defer { kept = parser.kept }
      _ = try? parser.parseAll(root, nearMisses: misses)
      _ = try? SimpleValueJSONParser<Double>().parseFirst(root)
      _ = misses.all.map(\.description)
    }
    if let kept {
      _ = (kept.raw(), kept["c"]?.string, kept[1]?.int, kept.description)
      _ = try? kept.view["c"].string
    }
    reader.options.checking = .full
    try? reader.withDocument(document) { root in
      let found = try search.parseAll(root)
      var wanted: [Int] = []
      walk(try root.materialize(), &wanted) { $0["b.c"] ?? $0["b"]["c"] }
      if found.sorted() != wanted.sorted() {
        disagreement("a search and the owned value", document)
      }
      let first = try search.parseFirst(root)
      if first != found.first { disagreement("the first match and all", document) }
      var parsed: [Int] = []
      walk(try root.materialize(), &parsed) { _ in nil }
      if try Parser().parse(root).sorted() != parsed.sorted() {
        disagreement("a parser and the owned value", document)
      }
    }
  }

  /// As deep as the reader's limit allows.
  private static func walk(_ json: JSON, _ found: inout [Int], _ flag: (JSON) -> JSON?) {
    switch json {
    case .array(let elements): for element in elements { walk(element, &found, flag) }
    case .object(let object):
      if let a = json["a"]?.int, flag(json)?.string != "x" {
        found.append(a)
      } else {
        for (_, value) in object { walk(value, &found, flag) }
      }
    default: break
    }
  }
}
