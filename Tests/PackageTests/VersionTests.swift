import Sluice
import Testing

@Suite("The version")
struct VersionTests {
  @Test("is three numbers, as it can be tagged")
  func form() {
    #expect(SluiceVersion.current.wholeMatch(of: /[0-9]+\.[0-9]+\.[0-9]+/) != nil)
  }

  @Test("is the newest in the changelog")
  func changelog() throws {
    let newest = try Repository.text("CHANGELOG.md").firstMatch(
      of: /(?m)^## \[?(?<version>[0-9]+\.[0-9]+\.[0-9]+)\]?/)
    #expect(newest.map { String($0.output.version) } == SluiceVersion.current)
  }
}
