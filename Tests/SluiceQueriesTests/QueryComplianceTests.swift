import DocumentTestSupport
import Sluice
import SluiceQueries
import TestSupport
import Testing

@Suite("JSONPath compliance (RFC 9535)")
struct QueryComplianceTests {
  struct Example: CustomTestStringConvertible, Sendable {
    let name: String
    let selector: String
    let isInvalid: Bool
    let document: String
    /// The results of which each is right, and the paths that belong to them.
    let results: [JSON]
    let paths: [JSON]

    var testDescription: String { name }
  }

  static let examples: [Example] = {
    guard let corpus = TestCorpus.path else { return [] }
    var reader = JSONReader(checking: .full)
    let bytes = (try? TestCorpus.bytes("\(corpus)/jsonpath-compliance/cts.json")) ?? []
    return
      (try? reader.withDocument(bytes) { root in
        var examples: [Example] = []
        try root["tests"].forEachElement { test in
          let document = try test[ifPresent: "document"]?.rawBytes ?? []
          examples.append(
            Example(
              name: try test["name"].string, selector: try test["selector"].string,
              isInvalid: try test[ifPresent: "invalid_selector"]?.bool ?? false,
              document: String(decoding: document, as: UTF8.self),
              results: try choices("result", of: test), paths: try choices("result_paths", of: test)
            ))
        }
        return examples
      }) ?? []
  }()

  /// The field of this name, or all of `results…`.
  private static func choices(_ name: String, of test: JSONCursor) throws -> [JSON] {
    if let one = try test[ifPresent: name] { return [try one.materialize()] }
    let several = name.replacing("result", with: "results", maxReplacements: 1)
    guard let all = try test[ifPresent: several] else { return [] }
    return Array(try all.materialize().array ?? [])
  }

  @Test("the published suite is there")
  func suite() {
    guard TestCorpus.path != nil else { return print("skipped: SLUICE_CORPUS is not set") }
    let covered = Self.examples.count { $0.isInvalid || !$0.results.isEmpty }
    #expect(covered == 703)
  }

  @Test(
    "the published suite: values, in the right order, and normalized paths", arguments: examples)
  func published(example: Example) throws {
    if example.isInvalid {
      let error = #expect(throws: JSONError.self) { try JSONQuery(example.selector) }
      #expect(error?.code == .invalidPath)
      return
    }
    let query = try JSONQuery(example.selector)
    #expect(query.description == example.selector)
    for options in [JSONOptions(), .full] {
      let (values, paths) = try reading(example.document, options) { root in
        var values: [JSON] = []
        try query.forEach(in: root) { values.append(try $0.materialize()) }
        return (values, try query.locations(in: root))
      }
      #expect(example.results.contains(JSON(values)), "\(values)")
      #expect(example.paths.contains(JSON(paths.map { JSON($0) })), "\(paths)")
    }
    let document = try JSONDocument(parsing: example.document)
    let views = try query.matches(in: document.root).map { try $0.materialize() }
    #expect(example.results.contains(JSON(views)))
  }

  @Test("a normalized path selects the value that it belongs to", arguments: examples)
  func pathsAreQueries(example: Example) throws {
    guard !example.isInvalid else { return }
    let query = try JSONQuery(example.selector)
    try reading(example.document) { root in
      let paths = try query.locations(in: root)
      var matches = query.matches(in: root)
      for path in paths {
        let found = try JSONQuery(path).first(in: root)?.offset
        #expect(try found == matches.next()?.offset)
        #expect(try JSONQuery(path).isSingular)
      }
    }
  }
}
