import Foundation
import Testing

/// A fault that a walk meets is an error, never a shorter object or a missing field. So each error that the sources pass
/// over is listed with its reason, in Names/passed-over-errors.txt.
@Suite("Errors that are passed over")
struct PassedOverErrorTests {
  private static let list = "Tests/PackageTests/Names/passed-over-errors.txt"

  /// The uses of `try?` in the sources, as the list has them: the file's name, and the first 44 characters from there on.
  private func uses() throws -> [String] {
    var found: [String] = []
    for path in try Repository.paths()
    where path.hasPrefix("Sources/") && path.hasSuffix(".swift") {
      let name = path.split(separator: "/").last ?? ""
      // Few lines have it, and regular expressions take long.
      for line in try Repository.text(path).split(separator: "\n") where line.contains("try?") {
        let code = line.replacing(/\/\/.*/, with: "")
        for use in code.matches(of: /\btry\?(?=[\s(])/) {
          let text = code[use.range.lowerBound...].replacing(/\s+/, with: " ")
          found.append("\(name): \(text.prefix(44))".trimmingCharacters(in: .whitespaces))
        }
      }
    }
    return found.sorted()
  }

  @Test("each use of try? in the sources is listed with its reason")
  func listed() throws {
    let sections = try Repository.text(Self.list).split(separator: "\n\n")
    let reasons = sections.map { $0.split(separator: "\n")[0] }
    #expect(reasons.allSatisfy { $0.hasPrefix("# ") && $0.hasSuffix(".") })
    let listed = sections.flatMap { $0.split(separator: "\n").dropFirst().map(String.init) }
    let difference = try uses().difference(from: listed.sorted())
    for change in difference {
      switch change {
      case .insert(_, let use, _):
        Issue.record("\(use): throw the error, keep it, or add the use to \(Self.list)")
      case .remove(_, let use, _):
        Issue.record("\(use): no longer there, remove it from \(Self.list)")
      }
    }
  }

  @Test("no walk over fields or elements passes over a fault")
  func walks() throws {
    let walks = try uses().filter { $0.contains(/next(?:Field|Element|Token)\b/) }
    #expect(walks == [])
  }
}
