import Sluice
import SluiceFeed
import SluiceTokenizer

/// Every value of a document through the tokenizer, from chunks of 64 KiB. The grammar is checked on the
/// way, and each value when it is read.
final class VisitTokenizer: WalkingContender {
  let name = "sluice.tokens"
  private let documents: Documents
  private var tokenizer: JSONTokenizer
  private static let chunk = 64 << 10

  init(over documents: Documents) throws {
    self.documents = documents
    tokenizer = try JSONTokenizer(options: TokenizerOptions(checking: .accessed))
  }

  func walk(into sink: inout some Sink) throws {
    for bytes in documents.all {
      tokenizer.reset()
      for start in stride(from: 0, to: bytes.count, by: VisitTokenizer.chunk) {
        let end = min(start + VisitTokenizer.chunk, bytes.count)
        tokenizer.feed(UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: bytes[start..<end])))
        try VisitTokenizer.drain(&tokenizer, into: &sink)
      }
      tokenizer.finish()
      try VisitTokenizer.drain(&tokenizer, into: &sink)
    }
  }

  @inline(never)
  private static func drain(_ tokenizer: inout JSONTokenizer, into sink: inout some Sink) throws {
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
