import Foundation
import SluiceCodable
import TestSupport
import Testing

/// Any value of JSON, as a text.
private struct AnyValue: Decodable {
  let text: String

  init(from decoder: any Decoder) throws {
    if let object = try? decoder.singleValueContainer().decode([String: AnyValue].self) {
      text = "{\(object.sorted { $0.key < $1.key }.map { "\($0.key):\($0.value.text)" })}"
    } else if let array = try? decoder.singleValueContainer().decode([AnyValue].self) {
      text = "\(array.map(\.text))"
    } else if let number = try? decoder.singleValueContainer().decode(Int.self) {
      text = "\(number)"
    } else {
      text = try decoder.singleValueContainer().decode(String.self)
    }
  }
}

@Suite("Commas after the last field or element")
struct TrailingCommaTests {
  private func found(_ decoder: SluiceDecoder, _ text: String) -> String? {
    try? decoder.decode(AnyValue.self, from: Data(text.utf8)).text
  }

  private func foundations(_ text: String) -> String? {
    try? JSONDecoder().decode(AnyValue.self, from: Data(text.utf8)).text
  }

  @Test(
    "are passed over where Foundation's decoder does",
    arguments: [
      "[1,2,]", #"{"a":1,}"#, "[1 , ]", "[[1,],\n[2,],\t]", #"[{"a":[1,],},]"#, #"["a,]","\",]",]"#,
      "[,]", "[1,,]", "[,1]", #"{,}"#, #"{"a":,}"#, #"{"a",}"#, "1,", "[1],", "[1,]]", "[1,}",
      #"["a,]"#, #"["a\"#, ",", "",
    ])
  func cases(text: String) {
    let decoder = SluiceDecoder()
    decoder.allowsTrailingCommas = true
    #expect(found(decoder, text) == foundations(text))
    for encoding in [String.Encoding.utf16, .utf32LittleEndian] {
      let data = text.data(using: encoding) ?? Data()
      #expect((try? decoder.decode(AnyValue.self, from: data).text) == foundations(text))
    }
  }

  @Test("are refused by default", arguments: ["[1,2,]", #"{"a":1,}"#, "[[1,]]"])
  func refused(text: String) {
    #expect(foundations(text) != nil && found(SluiceDecoder(), text) == nil)
    #expect(throws: DecodingError.self) {
      try SluiceJSONDecoder().decode(AnyValue.self, from: Data(text.utf8))
    }
    let demanded = SluiceJSONDecoder()
    demanded.allowsTrailingCommas = true
    #expect((try? demanded.decode(AnyValue.self, from: Data(text.utf8)).text) == foundations(text))
  }

  @Test(
    "of texts of any tokens are passed over as by Foundation's",
    arguments: 1...4 as ClosedRange<UInt64>)
  func random(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let decoder = SluiceDecoder()
    decoder.allowsTrailingCommas = true
    let tokens = [
      "[", "]", "{", "}", ",", ",", ":", "1", #""k""#, #"",]""#, " ", "\n", #""\"""#, #""k":"#,
    ]
    var read = 0
    for _ in 0..<20_000 {
      let count = Int.random(in: 1...9, using: &random)
      let inner = (0..<count).map { _ in tokens[Int.random(in: 0..<tokens.count, using: &random)] }
      let text = Bool.random(using: &random) ? "[1\(inner.joined())]" : inner.joined()
      let expected = foundations(text)
      if expected != nil { read += 1 }
      guard found(decoder, text) == expected else {
        Issue.record(
          "seed \(seed): \(text): \(found(decoder, text) ?? "refused"), \(expected ?? "refused")")
        return
      }
    }
    #expect(read > 200)
  }

  @Test("are passed over in braces that are missing, and errors are at the caller's offsets")
  func together() throws {
    let decoder = SluiceDecoder()
    (decoder.allowsTrailingCommas, decoder.assumesTopLevelDictionary) = (true, true)
    let foundation = JSONDecoder()
    foundation.assumesTopLevelDictionary = true
    for text in [#""a":[1,],"b":[2,],"#, #"{"a":[1,],}"#, #""a":[1],"#] {
      let data = Data(text.utf8)
      let expected = try? foundation.decode([String: [Int]].self, from: data)
      #expect((try? decoder.decode([String: [Int]].self, from: data)) == expected, "\(text)")
    }
    let text = #""a":[1,],"b":["x",]"#
    let error = #expect(throws: DecodingError.self) {
      try decoder.decode([String: [Int]].self, from: Data(text.utf8))
    }
    guard case .typeMismatch(_, let context)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(context.debugDescription.hasSuffix("(line 1, column 15, byte 14)"))
  }
}
