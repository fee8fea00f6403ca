import Foundation
import Testing

/// Names that mean identity are compared by their bytes (`ByteName`), and Swift's strings are not: `é` as one scalar and
/// as two are equal. So each set of strings and each dictionary with strings as keys, of the modules that have such
/// names, is listed with its reason, in Names/text-keys.txt.
@Suite("Sets and dictionaries of strings")
struct TextKeyTests {
  private static let list = "Tests/PackageTests/Names/text-keys.txt"
  private static let modules = [
    "SluiceFeed", "SluiceRemote", "SluiceKafka", "SluiceRows", "SluiceImport", "SluiceTool",
    "SluiceArrow",
    "SluiceArrowC",
  ]

  /// The uses in the sources, as the list has them: the file's name, and the first 44 characters from the line's start on.
  private func uses() throws -> [String] {
    var found: [String] = []
    for path in try Repository.paths() where path.hasSuffix(".swift") {
      let parts = path.split(separator: "/")
      guard parts.count > 2, parts[0] == "Sources", Self.modules.contains(String(parts[1])) else {
        continue
      }
      for line in try Repository.text(path).split(separator: "\n") where line.contains("String") {
        let code = line.replacing(/\/\/.*/, with: "")
        guard code.contains(/\bSet<String>|\[String ?:|\bDictionary<String\b/) else { continue }
        let text = code.trimmingCharacters(in: .whitespaces)
        found.append(
          "\(parts[parts.count - 1]): \(text.prefix(44))".trimmingCharacters(in: .whitespaces))
      }
    }
    return found.sorted()
  }

  @Test("of the modules with names are listed with their reasons")
  func listed() throws {
    let sections = try Repository.text(Self.list).split(separator: "\n\n")
    let reasons = sections.map { $0.split(separator: "\n")[0] }
    #expect(reasons.allSatisfy { $0.hasPrefix("# ") && $0.hasSuffix(".") })
    let listed = sections.flatMap { $0.split(separator: "\n").dropFirst().map(String.init) }
    for change in try uses().difference(from: listed.sorted()) {
      switch change {
      case .insert(_, let use, _):
        Issue.record("\(use): take ByteName, or add the use to \(Self.list)")
      case .remove(_, let use, _):
        Issue.record("\(use): no longer there, remove it from \(Self.list)")
      }
    }
  }
}
