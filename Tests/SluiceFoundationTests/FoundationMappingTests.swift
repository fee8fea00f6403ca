import Foundation
import Sluice
import SluiceFoundation
import Testing

struct FoundationMappingTests {
  private func comesBack<M: JSONWritingMapping>(
    _ text: String, _ mapping: M, _ value: M.Value,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws where M.Value: Equatable {
    var reader = JSONReader()
    #expect(try reader.value(of: text, by: mapping) == value, sourceLocation: sourceLocation)
    let written = String(decoding: try mapping.serialized(value), as: UTF8.self)
    #expect(written == text, sourceLocation: sourceLocation)
  }

  @Test("Foundation's values have mappings that read and write them")
  func bothWays() throws {
    let date = Date(timeIntervalSince1970: 1)
    try comesBack(#""1970-01-01T00:00:01Z""#, .date, date)
    try comesBack("1", .date(.secondsSince1970), date)
    try comesBack("1000", .date(.millisecondsSince1970), date)
    try comesBack(#""https://a.b/c""#, .url, try #require(URL(string: "https://a.b/c")))
    let uuid = "E621E1F8-C36C-495A-93FC-0C247A3E6E5F"
    try comesBack("\"\(uuid)\"", .uuid, try #require(UUID(uuidString: uuid)))
    try comesBack("19.99", .decimal, try #require(Decimal(string: "19.99")))
    try comesBack(#""AAEC""#, .data, Data([0, 1, 2]))
    try comesBack(#"["AA=="]"#, .array(of: .data), [Data([0])])
  }
}
