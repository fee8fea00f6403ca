import Testing

/// What only scripts build, and so would break unseen.
@Suite("Programs that no test builds", .enabled(if: Compiler.isThere, "no swiftc on PATH"))
struct UnbuiltProgramTests {
  @Test("compile", arguments: ["Tests/Fuzz/Target", "Tests/Soak"])
  func compiles(folder: String) throws {
    let result = try Compiler.compile(folder: folder)
    #expect(result.succeeded, "\(folder): \(result.output)")
  }
}
