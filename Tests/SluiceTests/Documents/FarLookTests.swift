import Sluice
import Testing

/// Views note where children are once look-ups have walked far enough: what they answer stays the same.
@Suite("Many look-ups of views in large containers")
struct FarLookTests {
  private func object(_ count: Int, _ more: String = "") -> String {
    "{" + (0..<count).map { "\"k\($0)\":\($0)" }.joined(separator: ",") + more + "}"
  }

  /// What a look-up returns or throws, in words.
  private func answer(_ body: () throws(JSONError) -> JSONView?) -> String {
    do throws(JSONError) {
      guard let view = try body() else { return "nil" }
      return String(decoding: try view.rawBytes, as: UTF8.self)
    } catch {
      return "\(error.code) \(error.path ?? "") \(error.offset)"
    }
  }

  @Test("find each of 80,000 fields by name and by pointer, and each element by index")
  func large() throws {
    let count = 80_000
    let root = try JSONDocument(parsing: object(count)).root
    for number in 0..<count {
      #expect(try root["k\(number)"].int == number)
      #expect(try root[ifPresent: "x\(number)"] == nil)
      #expect(try root.at(pointer: "/k\(number)").int == number)
    }
    let array = try JSONDocument(
      parsing: "[" + (0..<count).map { "[\($0)]" }.joined(separator: ",") + "]"
    ).root
    for number in (0..<count).reversed() { #expect(try array[number][0].int == number) }
    #expect(try array[ifPresent: count] == nil)
    #expect(answer { () throws(JSONError) in try array[count] } == "index-out-of-bounds $ 0")
    #expect(answer { () throws(JSONError) in try root["x"] } == "missing-field $ 0")
  }

  @Test(
    "answer as the first look-ups did, under each policy, in documents with and without faults",
    arguments: [DuplicateKeys.firstWins, .lastWins, .reject],
    ["", ",\"k7\":70", ",\"\\u006b8\":80", ",\"z\":"])
  func agreement(policy: DuplicateKeys, more: String) throws {
    let options = JSONOptions(checking: .accessed, duplicateKeys: policy)
    let text =
      "{\"o\":\(object(300, more)),\"a\":[\((0..<300).map { "\($0)" }.joined(separator: ","))]}"
    let root = try JSONDocument(parsing: text, options: options).root
    let (object, array) = (try root["o"], try root["a"])
    let keys = (0..<300).map { "k\($0)" } + ["z", "none", ""]
    func answers() -> [String] {
      keys.map { key in answer { () throws(JSONError) in try object[key] } }
        + keys.map { key in answer { () throws(JSONError) in try object[ifPresent: key] } }
        + (-1...300).map { index in answer { () throws(JSONError) in try array[index] } }
        + (-1...300).map { index in answer { () throws(JSONError) in try array[ifPresent: index] } }
        + [
          answer { () throws(JSONError) in try object[0] },
          answer { () throws(JSONError) in try array["k1"] },
          answer { () throws(JSONError) in try object["k7"] },
        ]
    }
    let first = answers()
    for _ in 0..<20 { _ = answers() }
    #expect(answers() == first)
    let fresh = try JSONDocument(parsing: text, options: options).root["o"]
    for key in keys {
      #expect(
        answer { () throws(JSONError) in try object[key] }
          == answer { () throws(JSONError) in try fresh[key] })
    }
  }
}
