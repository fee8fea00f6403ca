import Sluice
import SluiceFeed
import SluiceTokenizer

/// All tokens, from chunks of 64 KiB.
final class TokensSluice: WalkingContender {
  let name: String
  /// Whether numbers are decoded and strings unescaped; otherwise all tokens are borrowed unchanged.
  private let decodes: Bool
  private let documents: Documents
  private var tokenizer: JSONTokenizer
  private static let chunk = 64 << 10

  init(
    _ name: String = "sluice", over documents: Documents, decodes: Bool,
    checking: JSONChecking = .accessed
  ) throws {
    self.name = name
    self.documents = documents
    self.decodes = decodes
    tokenizer = try JSONTokenizer(options: TokenizerOptions(checking: checking))
  }

  func walk(into sink: inout some Sink) throws {
    for bytes in documents.all {
      tokenizer.reset()
      for start in stride(from: 0, to: bytes.count, by: TokensSluice.chunk) {
        let end = min(start + TokensSluice.chunk, bytes.count)
        tokenizer.feed(UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: bytes[start..<end])))
        try drain(into: &sink)
      }
      tokenizer.finish()
      try drain(into: &sink)
    }
  }

  private func drain(into sink: inout some Sink) throws {
    if decodes {
      try TokensSluice.decode(&tokenizer, into: &sink)
    } else {
      try TokensSluice.lend(&tokenizer, into: &sink)
    }
  }

  @inline(never)
  private static func lend(
    _ tokenizer: inout JSONTokenizer, into sink: inout some Sink
  ) throws {
    while let kind = try tokenizer.next() {
      switch kind {
      case .key, .string, .number: tokenizer.token.withRawBytes { sink.text($0) }
      default: sink.integer(TokensSluice.code(kind))
      }
    }
  }

  @inline(never)
  private static func decode(
    _ tokenizer: inout JSONTokenizer, into sink: inout some Sink
  ) throws {
    while let kind = try tokenizer.next() {
      switch kind {
      case .key, .string: try tokenizer.token.string.withUTF8 { sink.text($0) }
      case .number:
        if tokenizer.token.isInteger {
          sink.integer(try tokenizer.token.int64)
        } else {
          // As floats: see Tokens.hpp.
          sink.real(Double(Float(try tokenizer.token.double)))
        }
      default: sink.integer(TokensSluice.code(kind))
      }
    }
  }

  /// As in Tokens.hpp.
  @inline(__always)
  private static func code(_ kind: JSONToken.Kind) -> Int64 {
    switch kind {
    case .beginObject: 1
    case .endObject: 2
    case .beginArray: 3
    case .endArray: 4
    case .true: 5
    case .false: 6
    default: 7
    }
  }
}
