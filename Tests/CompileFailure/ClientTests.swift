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
}
