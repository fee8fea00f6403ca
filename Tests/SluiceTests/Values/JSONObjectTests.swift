import Sluice
import Testing

struct JSONObjectTests {
  @Test("fields keep their order, small and large", arguments: [0, 1, 16, 17, 18, 64, 1000])
  func order(count: Int) {
    var object = JSONObject()
    for i in 0..<count { object["key\(i * 7919 % 1009)"] = JSON(i) }
    #expect(object.count == count)
    #expect(object.map(\.value.int) == (0..<count).map { $0 })
    for i in 0..<count { #expect(object["key\(i * 7919 % 1009)"] == JSON(i)) }
    #expect(object["none"] == nil)
  }

  @Test("other fields can still be found after removing one")
  func removal() {
    var object = JSONObject((0..<40).map { (key: "\($0)", value: JSON($0)) })
    #expect(object.removeValue(forKey: "5") == 5)
    #expect(object.removeValue(forKey: "5") == nil)
    object["39"] = nil
    for i in 20..<35 { object["\(i)"] = nil }
    #expect(object.count == 23)
    for (key, value) in object { #expect(object[key] == value) }
    #expect(object["0"] == 0)
    #expect(object["38"] == 38)
    object["5"] = "again"
    #expect(object.keys.last == "5")
  }

  @Test("a repeated key has the last value, in the first position")
  func twice() {
    let object: JSONObject = ["a": 1, "b": 2, "a": 3]
    #expect(object.keys == ["a", "b"])
    #expect(object["a"] == 3)
  }

  @Test("compares keys by bytes: two spellings of é are two keys", arguments: [1, 30])
  func canonicalEquivalents(others: Int) {
    var object = JSONObject((0..<others).map { (key: "\($0)", value: .null) })
    object["\u{E9}"] = 1
    object["e\u{301}"] = 2
    #expect(object.count == others + 2)
    #expect(object["\u{E9}"] == 1)
    #expect(object["e\u{301}"] == 2)
    #expect(JSON.string("\u{E9}") != JSON.string("e\u{301}"))
  }

  @Test("objects are equal in any order, and hash equally")
  func equality() {
    let fields = (0..<50).map { (key: "k\($0)", value: JSON($0)) }
    let (a, b) = (JSONObject(fields), JSONObject(fields.reversed()))
    #expect(a == b)
    #expect(a.hashValue == b.hashValue)
    var c = b
    c["k7"] = 8
    #expect(a != c)
    c["k7"] = nil
    #expect(a != c)
  }

  @Test("changing a copy leaves the original")
  func valueSemantics() {
    let original = JSONObject((0..<20).map { (key: "\($0)", value: [1, 2]) })
    var copy = original
    copy["3"]?[0] = 9
    copy["new"] = nil
    #expect(original["3"] == [1, 2])
    #expect(copy["3"] == [9, 2])
    #expect(copy.count == 20)
  }
}
