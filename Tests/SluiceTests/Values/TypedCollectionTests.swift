import Sluice
import Testing

@Suite("Arrays and dictionaries of one type")
struct TypedCollectionTests {
  private func array(_ text: String) throws -> [JSON] {
    Array(try #require(try JSON(parsing: text).array))
  }

  /// The same values as an object.
  private func object(_ text: String) throws -> [String: JSON] {
    Dictionary(
      try array(text).enumerated().map { ("k\($0.offset)", $0.element) },
      uniquingKeysWith: { $1 })
  }

  @Test("casting them gives nil, so the getters are needed")
  func casts() throws {
    let strings = try array(#"["a", "b"]"#)
    #expect((strings as Any) as? [String] == nil)
    #expect(strings as? [String] == nil)
    #expect(strings.strings == ["a", "b"])
    #expect(JSONArray(strings).strings == ["a", "b"])
    let ints = try object("[1, 2]")
    #expect(ints as? [String: Int] == nil)
    #expect(ints.ints == ["k0": 1, "k1": 2])
  }

  @Test(
    "gives nil unless all elements are of the type",
    arguments: [
      (#"["a", ""]"#, "strings"), ("[1, -7, 1.0, 1e2]", "ints doubles floats"),
      ("[1.5, 2, 1e300]", "doubles"), ("[0.5]", "doubles floats"), ("[true, false]", "bools"),
      (#"["a", 1]"#, ""), ("[1, null]", ""), (#"["1"]"#, "strings"), ("[true, 1]", ""),
      ("[9223372036854775808]", "doubles floats"), ("[[1]]", ""), ("[{}]", ""),
      ("[]", "strings ints doubles floats bools"),
    ])
  func kinds(text: String, kinds: String) throws {
    let (array, object) = (try array(text), try object(text))
    let ofArray: [(String, Bool)] = [
      ("strings", array.strings != nil), ("ints", array.ints != nil),
      ("doubles", array.doubles != nil), ("floats", array.floats != nil),
      ("bools", array.bools != nil),
    ]
    #expect(ofArray.filter(\.1).map(\.0).joined(separator: " ") == kinds, "\(text)")
    let ofObject: [(String, Bool)] = [
      ("strings", object.strings != nil), ("ints", object.ints != nil),
      ("doubles", object.doubles != nil), ("floats", object.floats != nil),
      ("bools", object.bools != nil),
    ]
    #expect(ofObject.filter(\.1).map(\.0).joined(separator: " ") == kinds, "\(text)")
  }

  @Test("keeps the order and number of the values")
  func values() throws {
    #expect(try array("[1, 1.0, -3]").ints == [1, 1, -3])
    #expect(try array("[0.1, 2]").doubles == [0.1, 2])
    #expect(try array("[0.1, 2]").floats == [0.1, 2])
    #expect(try object("[true, false]").bools == ["k0": true, "k1": false])
    #expect(try object(#"["x"]"#).strings == ["k0": "x"])
  }
}
