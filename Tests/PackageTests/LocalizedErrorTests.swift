import Foundation
import Sluice
import SluiceConvert
import SluiceFoundation
import SluiceRules
import SluiceSchema
import SluiceSearch
import Testing

/// `localizedDescription` of any error is the error's own text, not "The operation could not be
/// completed".
@Suite("Localized descriptions")
struct LocalizedErrorTests {
  private func check(_ error: any Error, _ text: String) {
    #expect(error.localizedDescription == text)
    #expect((error as NSError).localizedDescription == text)
  }

  @Test("are the core's description")
  func core() throws {
    var reader = JSONReader()
    let error = try #require(throws: JSONError.self) {
      try reader.withDocument("[1 2]", { try $0.materialize() })
    }
    check(error, error.description)
    #expect((error as any Error) is any LocalizedError)
  }

  @Test("are a rule's summary, and its reason is the chain")
  func rules() throws {
    let error = try #require(throws: RuleError.self) { try IntRule.validateData("\"x\"") }
    check(error, #"expected Int at $, found string "x" (byte 0)"#)
    #expect((error as any LocalizedError).failureReason == error.description)
    check(RuleError.unmetRequirement("Too young.", nil), "Too young.")
  }

  @Test("are a payload's description, and leave Elevate's failureReason alone")
  func schemas() throws {
    let error = try #require(throws: ParserError.self) {
      let _: Int = try decodeObject(from: "\"x\"")
    }
    check(error, error.description)
    let reason: String? = error.failureReason
    #expect(reason == error.failureReason && reason?.isEmpty == false)
    #expect((error as NSError).localizedFailureReason == reason)
  }

  @Test("are the descriptions of conversions and near misses")
  func others() throws {
    check(ConversionError.invalidValue, "Invalid value for supported type")
    let search = Search(Int.self) { fields in
      let id = fields.mandatory("id", .int)
      let name = fields.mandatory("name", .string)
      return { $0[name].isEmpty ? 0 : $0[id] }
    }
    let misses = NearMissList()
    _ = try search.parseAll(#"{"id": 7}"#, nearMisses: misses)
    let miss = try #require(misses.all.first)
    check(miss, miss.description)
  }

  @Test("exist for each public error of a module with Foundation")
  func everywhere() throws {
    // SluiceFeed, SluiceImport and the tool import no Foundation.
    let modules = [
      "Sluice", "SluiceFoundation", "SluiceSchema", "SluiceRules", "SluiceSearch",
      "SluiceConvert", "SluiceReflection",
    ]
    let declaration = /public (?:indirect )?(?:struct|enum|final class|class) (\w+): [^{]*\bError\b/
    let paths = try Repository.paths().filter { path in
      path.hasSuffix(".swift") && modules.contains { path.hasPrefix("Sources/\($0)/") }
    }
    let sources = try paths.map(Repository.text)
    let errors = sources.flatMap { $0.matches(of: declaration).map { String($0.output.1) } }
    #expect(Set(errors).isSuperset(of: ["JSONError", "RuleError", "ParserError", "NearMiss"]))
    for error in errors {
      #expect(
        sources.contains {
          $0.contains("extension \(error): LocalizedError")
            || $0.contains("extension \(error): CustomNSError")
        }, "\(error)")
    }
  }
}
