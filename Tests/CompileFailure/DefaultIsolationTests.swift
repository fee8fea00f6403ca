import Foundation
import Testing

/// The five libraries' READMEs, in a module that compiles with `-default-isolation MainActor`.
@Suite(
  "Where the main actor is the default isolation",
  .enabled(if: Compiler.isThere, "no swiftc on PATH"))
struct DefaultIsolationTests {
  static let mainActor = ["-default-isolation", "MainActor"]
  static let approachable =
    mainActor + [
      "-enable-upcoming-feature", "InferIsolatedConformances",
      "-enable-upcoming-feature", "NonisolatedNonsendingByDefault",
    ]

  @Test("there is one program for each of the five libraries")
  func programs() {
    #expect(
      Compiler.defaultIsolation == [
        "Bender", "CoreParser", "Elevate", "JSONHelper", "SGYSwiftJSON",
      ]
    )
  }

  @Test(
    "the README compiles, with that flag, with Xcode's other defaults, and without",
    arguments: Compiler.defaultIsolation, [[], mainActor, approachable])
  func readme(name: String, flags: [String]) throws {
    let result = try Compiler.compile(name, in: "DefaultIsolation", defining: "GOOD", flags)
    #expect(result.succeeded, "\(name) \(flags): \(result.output)")
  }

  @Test(
    "without nonisolated, the compiler reports the error, and only with that flag",
    arguments: [
      ("Bender", "can not be mutated from a Sendable closure"),
      ("Elevate", "crosses into main actor-isolated code"),
    ])
  func word(name: String, reason: String) throws {
    let bad = try Compiler.compile(name, in: "DefaultIsolation", defining: "BAD", Self.mainActor)
    #expect(!bad.succeeded, "nonisolated is no longer needed: remove it from DefaultIsolation.md")
    #expect(bad.output.contains(reason), "\(bad.output)")
    let plain = try Compiler.compile(name, in: "DefaultIsolation", defining: "BAD")
    #expect(plain.succeeded, "\(plain.output)")
  }
}
