import Foundation
import Testing

/// What people write with the libraries that Sluice's modules follow, compiled as a client's code is, without a flag.
@Suite("What clients write", .enabled(if: Compiler.isThere, "no swiftc on PATH"))
struct ClientTests {
  @Test("there is a program for each library that has loose values")
  func programs() {
    #expect(Compiler.clients == ["CoreParser", "Elevate", "JSONHelper"])
  }

  @Test("compiles", arguments: Compiler.clients)
  func client(name: String) throws {
    let result = try Compiler.compile(name, in: "Clients", defining: "GOOD")
    #expect(result.succeeded, "\(name): \(result.output)")
    #expect(!result.output.contains("warning:"), "\(name): \(result.output)")
  }

  // It was an error, where Foundation's classes warn.
  @Test(
    "may put into userInfo what is not Sendable, with the warning that Foundation's classes give",
    arguments: [
      "JSONDecoder", "SluiceDecoder", "SluiceJSONDecoder", "JSONEncoder", "SluiceEncoder",
      "SluiceJSONEncoder",
    ])
  func userInfo(coder: String) throws {
    let result = try Compiler.compile(
      program: """
        import Foundation
        import SluiceCodable

        final class Cache { var hits = 0 }

        func make(_ key: CodingUserInfoKey, _ cache: Cache) -> \(coder) {
          let coder = \(coder)()
          coder.userInfo[key] = cache
          return coder
        }
        """)
    #expect(result.succeeded, "\(result.output)")
    #expect(
      result.output.contains("warning: type 'Cache' does not conform to the 'Sendable' protocol"),
      "\(result.output)")
  }
}
