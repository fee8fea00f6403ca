import Foundation
import Testing

/// Code that should not compile but does: holes of the compiler in its experimental lifetimes, listed in Lifetimes.md.
@Suite(
  "Known holes of the compiler",
  .enabled(if: Compiler.isThere, "no swiftc on PATH"))
struct KnownHoleTests {
  @Test("there are those of the kinds that Lifetimes.md lists")
  func cases() {
    #expect(
      Compiler.knownHoles == [
        "keep-beside-any", "keep-by-cast", "keep-by-existential", "keep-by-generic-cast",
        "keep-by-generic-closure", "keep-by-generic-enum", "keep-by-generic-inout-optional",
        "keep-token-by-generic-inout-optional",
      ])
  }

  @Test("compiles still, as under Swift 6.3.1", arguments: Compiler.knownHoles)
  func hole(name: String) throws {
    let result = try Compiler.compile(name, in: "KnownHoles", defining: "BAD")
    #expect(
      result.succeeded,
      """
      \(Compiler.version) refuses \(name), which Swift 6.3.1 does not: good news. Give it a twin, move it to Cases, \
      and take it out of Lifetimes.md and the README. It said: \(result.output)
      """)
  }
}

/// Programs that must not compile, each with a twin that differs only in that and must. `BAD` selects the twin.
///
/// Compiled like a client's code, against the built modules: the flags of this package don't affect them.
@Suite("What must not compile", .enabled(if: Compiler.isThere, "no swiftc on PATH"))
struct CompileFailureTests {
  /// The compiler's messages for the bad twins. A refusal for another reason would prove nothing.
  static let reasons: [String: String] = [
    "copy-reader": "used after consume",
    "key-path-to-field": "cannot form key path",
    "make-position": "'package' protection level",
    "reader-in-use": "overlapping accesses",
    "pick-while-picked": "overlapping accesses",
    "share-reader": "does not conform to the 'Sendable' protocol",
    "send-to-actor": "risks causing data races",
    "use-token-behind-step": "overlapping accesses",
    "use-in-task": "risks causing data races",
    "use-in-detached-task": "risks causing data races",
    "yield-to-stream": "conform to 'Escapable'",
  ]
  /// All others concern lifetimes.
  static let lifetimes = ["escapes its scope", "Escapable"]

  static let names = Compiler.caseNames

  @Test("there are cases, and each expected reason belongs to one")
  func cases() {
    #expect(Self.names.count >= 31)
    #expect(Set(Self.reasons.keys).isSubset(of: Self.names))
  }

  @Test("is refused for its reason, and its twin compiles", arguments: names)
  func twin(name: String) throws {
    let bad = try Compiler.compile(name, defining: "BAD")
    #expect(!bad.succeeded, "\(name) compiles")
    let reasons = Self.reasons[name].map { [$0] } ?? Self.lifetimes
    let errors = bad.output.split(separator: "\n").filter { $0.contains("error:") }
    #expect(!errors.isEmpty)
    #expect(
      errors.contains { error in reasons.contains { error.contains($0) } },
      "another error than expected: \(errors.joined(separator: "\n"))")
    let good = try Compiler.compile(name, defining: "GOOD")
    #expect(good.succeeded, "\(good.output)")
  }
}
