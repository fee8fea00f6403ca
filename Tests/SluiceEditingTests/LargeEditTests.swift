import DocumentTestSupport
import Sluice
import SluiceEditing
import Testing

@Suite("Edits of many fields")
struct LargeEditTests {
  @Test("a patch adds, replaces, renames and removes 16,000 fields and elements")
  func patch() throws {
    let count = 16_000
    func each(_ make: (Int) throws -> JSONPatch.Operation) rethrows -> [JSONPatch.Operation] {
      try (0..<count).map(make)
    }
    var json: JSON = ["o": [:], "a": []]
    try json.apply(
      JSONPatch(
        each { .add(JSONPointer(tokens: ["o", "k\($0)"]), JSON($0)) }
          + each { .add(JSONPointer(tokens: ["a", "-"]), ["n": JSON($0)]) }))
    #expect(json["o"]?.object?.count == count && json["a"]?.array?.count == count)
    #expect(json["o"]?["k15999"] == 15_999 && json["a"]?[15_999] == ["n": 15_999])
    try json.apply(
      JSONPatch(
        each { .replace(JSONPointer(tokens: ["o", "k\($0)"]), JSON(-$0)) }
          + each { .replace(JSONPointer(tokens: ["a", "\($0)", "n"]), true) }
          + each {
            .move(
              from: JSONPointer(tokens: ["o", "k\($0)"]), to: JSONPointer(tokens: ["o", "x\($0)"]))
          }))
    #expect(json["o"]?.object?.keys == (0..<count).map { "x\($0)" })
    #expect(json["o"]?["x15999"] == -15_999 && json["a"]?[0] == ["n": true])
    try json.apply(
      JSONPatch((1..<count).map { .remove(JSONPointer(tokens: ["o", "x\($0)"])) }))
    #expect(json["o"] == ["x0": 0])
  }

  @Test("an edit removes 16,000 keys that come twice, under each policy that takes them")
  func edits() throws {
    let count = 16_000
    let fields = (0..<2 * count).map { "\"k\($0 % count)\":\($0)" }
    let text = "{" + fields.joined(separator: ",") + "}"
    for policy in [DuplicateKeys.firstWins, .lastWins] {
      let options = JSONOptions(checking: .full, duplicateKeys: policy)
      let left = try edited(text, options) { edit in
        for number in 0..<count where number != 7 { edit["k\(number)"].remove() }
        edit["k7"].rename(to: "seven")
      }
      #expect(left == #"{"seven":\#(policy == .firstWins ? 7 : 16_007)}"#)
    }
  }
}
