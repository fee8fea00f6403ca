import Sluice
import SluiceFeed
import SluiceTokenizer
import Testing

/// Streams read token by token.
extension GrowthRow {
  private static func pushing(
    _ name: String, _ size: Int, _ chunk: Int, _ text: @escaping @Sendable (Int) -> String
  ) -> GrowthRow {
    GrowthRow(name, size) { count in
      let bytes = Array(text(count).utf8)
      return {
        var tokenizer = try JSONTokenizer()
        for start in stride(from: 0, to: bytes.count, by: chunk) {
          tokenizer.feed(bytes[start..<min(start + chunk, bytes.count)])
          while try tokenizer.next() != nil {}
        }
        tokenizer.finish()
        while try tokenizer.next() != nil {}
        tokenizer.reset()
        unsafe bytes.withUnsafeBytes { unsafe tokenizer.feed($0) }
        tokenizer.finish()
        while try tokenizer.next() != nil {}
      }
    }
  }

  static let tokenizers: [GrowthRow] = [
    pushing("JSONTokenizer, small chunks", 1000, 7, Samples.objects),
    pushing("JSONTokenizer, one long string in small chunks", 20000, 64) { count in
      "[\"" + String(repeating: "é", count: count) + "\"]"
    },
    GrowthRow("JSONTokenizer, nesting", 2000) { count in
      let text = String(repeating: "[", count: count) + String(repeating: "]", count: count)
      return {
        var options = TokenizerOptions()
        options.depthLimit = 100_000
        var tokenizer = try JSONTokenizer(.bytes(Array(text.utf8), name: "text"), options: options)
        while try tokenizer.next() != nil {}
      }
    },
    GrowthRow("JSONTokenizer.forEachElement, withValue and skipValue", 1000) { count in
      let bytes = Array(Samples.objects(count).utf8)
      let nested = Array("{\"x\":\(Samples.objects(count)),\"a\":\(Samples.objects(count))}".utf8)
      return {
        var found = 0
        var tokenizer = try JSONTokenizer(.bytes(nested, name: "text"))
        try tokenizer.forEachElement(at: JSONPointer("/a")) { _ in found += 1 }
        tokenizer = try JSONTokenizer(.bytes(bytes, name: "text"))
        #expect(try tokenizer.next() == .beginArray)
        while try tokenizer.withValue({ try $0["id"].int }) != nil { found += 1 }
        tokenizer = try JSONTokenizer(.bytes(bytes, name: "text"))
        #expect(try tokenizer.next() == .beginArray)
        while try tokenizer.next() == .beginObject {
          if try tokenizer.withContainer({ try $0["id"].int }) != nil { found += 1 }
        }
        tokenizer = try JSONTokenizer(.bytes(bytes, name: "text"))
        #expect(try tokenizer.skipValue())
        #expect(found == 3 * count)
      }
    },
  ]
}
