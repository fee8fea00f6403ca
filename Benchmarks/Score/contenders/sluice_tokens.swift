// name: Sluice, tokenizer
// note: in chunks of 64 KiB
import Score
import Sluice
import SluiceFeed
import SluiceTokenizer

struct Tokens: ~Copyable, Contender {
  var tokenizer: JSONTokenizer

  mutating func visit(_ text: UnsafeBufferPointer<UInt8>, into sink: inout some Sink) throws {
    tokenizer.reset()
    for start in stride(from: 0, through: text.count, by: 64 << 10) {
      let end = min(start + 64 << 10, text.count)
      tokenizer.feed(UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: text[start..<end])))
      if start + 64 << 10 > text.count { tokenizer.finish() }
      try drain(into: &sink)
    }
  }

  mutating func drain(into sink: inout some Sink) throws {
    while let kind = try tokenizer.next() {
      switch kind {
      case .key, .string: try tokenizer.token.string.withUTF8 { sink.text($0) }
      case .number: sink.real(try tokenizer.token.double)
      case .beginObject: sink.code(.beginObject)
      case .endObject: sink.code(.endObject)
      case .beginArray: sink.code(.beginArray)
      case .endArray: sink.code(.endArray)
      case .true: sink.code(.yes)
      case .false: sink.code(.no)
      case .null: sink.code(.null)
      }
    }
  }
}

@main enum Main {
  static func main() throws {
    score(Tokens(tokenizer: try JSONTokenizer()), version: "of this commit")
  }
}
