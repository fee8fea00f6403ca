import Sluice
import TestSupport
import Testing

@Suite("The checked bytes of one value")
struct ValueCheckTests {
  private static let sound =
    #"{"a":[1,-2.5e3,"x\n\u00e9",true,null,{"b":{}}],"c":[[],[{}]],"é":false}"#

  @Test(
    "are refused with the fault that a full check finds, wherever it is in the value",
    arguments: [
      #"[1 2]"#, #"[1,]"#, #"{"a" 1}"#, #"{"a":1,}"#, #"{"a":tru}"#, #"[01]"#, #"["\q"]"#, #"[1}"#,
      #"{"a":[1},"b":2]}"#, #"[1e400]"#, #"["\ud800"]"#, #"{1:2}"#, #"[:]"#, #"[{"a":{"b":[-]}}]"#,
    ])
  func broken(text: String) throws {
    try compare(Array(text.utf8))
  }

  @Test(
    "are refused with the same fault after any bytes were changed",
    arguments: 0..<4 as Range<UInt64>)
  func damaged(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let alphabet = Array(#"{}[]:,"\ 01-.eEtrufalsn/é"#.utf8)
    for _ in 0..<Rounds.count(800, long: 25_000) {
      var bytes = Array(Self.sound.utf8)
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        let place = Int.random(in: 1..<bytes.count - 1, using: &random)
        bytes[place] = alphabet.randomElement(using: &random) ?? 0
      }
      try compare(bytes)
    }
  }

  @Test("give back a sound value at any place, and scalars as they are")
  func sound() throws {
    var reader = JSONReader(options: JSONOptions(checking: .accessed))
    for value in [Self.sound, "[]", "{}", "12.50", #""a\tb""#, "null"] {
      for document in [value, "[\(value)]", #"[ \#(value) ,tru]"#] {
        let found = try reader.withDocument(document) { root in
          let cursor = document == value ? root : try root[0]
          return unsafe Array(try cursor.position.checkedRawBytes())
        }
        #expect(found == Array(value.utf8), "\(document)")
      }
    }
  }

  /// Compares with a full check of the same bytes, alone and after white space.
  private func compare(_ value: [UInt8]) throws {
    let text = String(decoding: value, as: UTF8.self)
    var checker = JSONChecker()
    var reader = JSONReader(options: JSONOptions(checking: .accessed))
    for before in [0, 70] {
      let document = Array(repeating: UInt8(ascii: " "), count: before) + value
      let expected = fault { try checker.check(document) }
      // Brackets that don't match end the search for the value's end.
      if fault({ try reader.withDocument(document) { _ = try $0.rawBytes } }) != nil {
        #expect(expected != nil, "\(text)")
        continue
      }
      let count = try reader.withDocument(document) { try $0.rawBytes.count }
      let found = fault {
        try reader.withDocument(document) { _ = unsafe try $0.position.checkedRawBytes() }
      }
      if count == value.count {
        #expect(found?.code == expected?.code && found?.offset == expected?.offset, "\(text)")
      } else {
        // What follows the value is no part of it.
        #expect(expected != nil, "\(text)")
        #expect((fault { try checker.check(Array(value[..<count])) }) == nil || found != nil)
      }
    }
  }

  private func fault(_ body: () throws -> Void) -> JSONError? {
    do { try body() } catch { return error as? JSONError }
    return nil
  }
}
