import Foundation
import Testing

/// Every way to keep something longer than it lives, for everything that is lent.
///
/// The forms are compiled together, up to the phase in which the compiler refuses them; the errors' lines tell which.
@Suite(
  "What is lent, and every way to keep it", .enabled(if: Compiler.isThere, "no swiftc on PATH"))
struct EscapeMatrixTests {
  /// The forms whose functions have an error of these kinds; and other errors.
  private func faulty(
    _ forms: [EscapeForm], _ source: EscapeSource, reasons: [String]
  ) throws -> (names: [String], others: [String]) {
    var text = EscapeSource.declarations
    var firstLines: [Int] = []
    for (number, form) in forms.enumerated() {
      firstLines.append(text.split(separator: "\n", omittingEmptySubsequences: false).count)
      text += form.function(number, source)
    }
    let result = try Compiler.compile(program: text)
    var found: Set<Int> = []
    var others: [String] = []
    for line in result.output.split(separator: "\n")
    where line.contains(".swift:") && line.contains("error:") {
      let place = line.split(separator: ":").dropFirst().first.flatMap { Int($0) } ?? 0
      let form = firstLines.lastIndex { $0 <= place }
      if let form, reasons.contains(where: { line.contains($0) }) {
        found.insert(form)
      } else {
        others.append("\(form.map { forms[$0].name } ?? ""): \(line)")
      }
    }
    #expect(result.succeeded == (found.isEmpty && others.isEmpty))
    return (found.sorted().map { forms[$0].name }, others)
  }

  private static let reasons = [
    "escapes its scope", "Escapable", "cannot be converted", "to type 'Any'",
  ]

  @Test("is refused by the diagnostics of lifetimes", arguments: EscapeSource.all)
  func refused(source: EscapeSource) throws {
    let (names, others) = try faulty(EscapeForm.refused, source, reasons: ["escapes its scope"])
    #expect(names == EscapeForm.refused.map(\.name))
    #expect(others == [])
  }

  @Test("is refused by the type checker", arguments: EscapeSource.all)
  func mistyped(source: EscapeSource) throws {
    let (names, others) = try faulty(EscapeForm.mistyped, source, reasons: ["Escapable", "'Any'"])
    #expect(names == EscapeForm.mistyped.map(\.name))
    #expect(others == [])
  }

  @Test("is not refused by the compiler that has the holes", arguments: EscapeSource.all)
  func missed(source: EscapeSource) throws {
    let (names, others) = try faulty(EscapeForm.missed, source, reasons: Self.reasons)
    #expect(others == [])
    #expect(
      names == [],
      """
      \(Compiler.version) refuses these forms, which Swift 6.3.1 misses: good news. Move them to the refused ones, and \
      take them out of Lifetimes.md and the README.
      """)
  }

  @Test("may be kept where it is owned")
  func twins() throws {
    for forms in [EscapeForm.refused, EscapeForm.mistyped, EscapeForm.missed] {
      let (names, others) = try faulty(forms, .owned, reasons: Self.reasons)
      #expect(names == [])
      #expect(others == [])
    }
  }
}
