import Sluice
import SluiceFeed
import SluiceTokenizer
import TestSupport

/// Compares the streaming tokenizer with the full check on one document, and its tokens with those of differently cut
/// streams.
public struct TokenizerDifferential: ~Copyable {
  private var reader = JSONReader(checking: .full)
  private var random: SeededGenerator

  public init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  /// The result of a stream: every token with all its properties, and the first error.
  private struct Outcome: Equatable {
    var tokens: [UInt64] = []
    var events = Events()
    var error: String?
  }

  /// Returns nil if all agree; otherwise describes the difference.
  public mutating func difference(in bytes: [UInt8]) -> String? {
    let small = Int.random(in: 64...160, using: &random)
    for (checking, window) in [
      (JSONChecking.full, 128 << 10), (.full, small), (.accessed, small),
    ] {
      let options = TokenizerOptions(checking: checking, windowSize: window)
      let whole = run(options, chunks: [bytes[...]])
      if checking == .full, let difference = compare(whole, bytes) {
        return "window \(window): \(difference)"
      }
      if checking == .accessed, case .accepted = reader.verdict(of: bytes), let error = whole.error
      {
        return "window \(window): accepted in full, refused as accessed (\(error))"
      }
      let cuts = run(options, chunks: cut(bytes))
      if cuts != whole {
        return "window \(window), \(checking): cuts change \(describe(whole, cuts))"
      }
      if bytes.count < 2000 {
        let single = run(options, chunks: bytes.indices.map { bytes[$0...$0] })
        if single != whole {
          return "window \(window), \(checking): single bytes change \(describe(whole, single))"
        }
      }
      let read = run(options, reading: bytes, piece: Int.random(in: 1...200, using: &random))
      if read != whole { return "window \(window): reading changes \(describe(whole, read))" }
    }
    return nil
  }

  private mutating func compare(_ outcome: Outcome, _ bytes: [UInt8]) -> String? {
    switch reader.verdict(of: bytes) {
    case .refused(let error):
      let expected = "\(error.code) at \(error.offset)"
      return outcome.error == expected
        ? nil : "expected \(expected), found \(outcome.error ?? "no error")"
    case .accepted(let events):
      if let error = outcome.error { return "accepted by the full check, refused: \(error)" }
      return outcome.events.bytes == events.bytes ? nil : "other values than by cursors"
    }
  }

  private func describe(_ one: Outcome, _ other: Outcome) -> String {
    "\(one.tokens.count) words, \(one.error ?? "ok") to \(other.tokens.count), \(other.error ?? "ok")"
  }

  private mutating func cut(_ bytes: [UInt8]) -> [ArraySlice<UInt8>] {
    let places = (0..<Int.random(in: 1...8, using: &random)).map { _ in
      Int.random(in: 0...bytes.count, using: &random)
    }
    var chunks: [ArraySlice<UInt8>] = []
    var start = 0
    for place in places.sorted() + [bytes.count] {
      chunks.append(bytes[start..<place])
      start = place
    }
    return chunks
  }

  private func run(_ options: TokenizerOptions, chunks: [ArraySlice<UInt8>]) -> Outcome {
    outcome { outcome, piece throws(JSONError) in
      var tokenizer = try JSONTokenizer(options: options)
      for chunk in chunks {
        tokenizer.feed(chunk)
        try drain(&tokenizer, &outcome, &piece)
      }
      tokenizer.finish()
      try drain(&tokenizer, &outcome, &piece)
    }
  }

  private func run(_ options: TokenizerOptions, reading bytes: [UInt8], piece size: Int) -> Outcome
  {
    outcome { outcome, piece throws(JSONError) in
      var taken = 0
      var tokenizer = try unsafe JSONTokenizer(options: options) { (room) throws(JSONError) in
        let count = min(size, room.count, bytes.count - taken)
        unsafe room.copyBytes(from: bytes[taken..<taken + count])
        taken += count
        return count
      }
      try drain(&tokenizer, &outcome, &piece)
    }
  }

  private func outcome(
    _ body: (inout Outcome, inout [UInt8]) throws(JSONError) -> Void
  ) -> Outcome {
    var outcome = Outcome()
    var piece: [UInt8] = []
    do throws(JSONError) {
      try body(&outcome, &piece)
    } catch {
      outcome.error = "\(error.code) at \(error.offset)"
    }
    return outcome
  }

  private func drain(
    _ tokenizer: inout JSONTokenizer, _ outcome: inout Outcome, _ piece: inout [UInt8]
  ) throws(JSONError) {
    while let kind = try tokenizer.next() {
      let token = tokenizer.token
      let flags = UInt64(kind.rawValue) | (token.isFirst ? 1 << 8 : 0) | (token.isLast ? 1 << 9 : 0)
      outcome.tokens.append(flags | UInt64(truncatingIfNeeded: token.depth) << 32)
      outcome.tokens.append(UInt64(bitPattern: token.offset))
      unsafe outcome.tokens.append(
        token.withRawBytes {
          unsafe $0.reduce(14695981039346656037) { ($0 ^ UInt64($1)) &* 1_099_511_628_211 }
        })
      // Invalid escapes show only in the tokens' own text.
      try? outcome.events.append(token, &piece)
    }
  }
}

extension Events {
  /// Appends a stream's token as an event. `piece` collects the parts of a value in pieces.
  fileprivate mutating func append(_ token: JSONToken, _ piece: inout [UInt8]) throws {
    switch token.kind {
    case .beginObject: put("{")
    case .endObject: put("}")
    case .beginArray: put("[")
    case .endArray: put("]")
    case .true: put("t")
    case .false: put("f")
    case .null: put("n")
    case .key, .string:
      if token.isFirst { piece.removeAll() }
      try unsafe token.string.withUTF8 { unsafe piece.append(contentsOf: $0) }
      guard token.isLast else { return }
      put(token.kind == .key ? "k" : "s", UInt32(piece.count))
      bytes.append(contentsOf: piece)
    case .number:
      guard !(token.isFirst && token.isLast) else { return try append(number: token) }
      if token.isFirst { piece.removeAll() }
      piece.append(contentsOf: token.rawBytes)
      guard token.isLast else { return }
      var reader = JSONReader(checking: .full)
      let events = try reader.withDocument(piece) { root in
        var events = Events()
        try events.walk(root)
        return events
      }
      bytes += events.bytes
    }
  }

  private mutating func append(number token: JSONToken) throws {
    guard token.isInteger else { return put("d", try token.double.bitPattern) }
    if let integer = try? token.int64 {
      put("i", integer)
    } else if let integer = try? token.integer(as: UInt64.self) {
      put("u", integer)
    } else {
      put("i", Int64(0))
    }
  }
}

extension Conformance {
  /// The streaming tokenizer on JSONTestSuite and jsonchecker, on handwritten cases, and on damaged documents: verdict,
  /// code, offset and values are those of the full check, however the stream is cut.
  public static func tokenizer(_ corpus: Corpus, count: Int, seed: UInt64) throws -> [Outcome] {
    var differential = TokenizerDifferential(seed: seed)
    var suites = Outcome("the tokenizer on JSONTestSuite and jsonchecker")
    for folder in ["JSONTestSuite/test_parsing", "nativejson-benchmark/jsonchecker"] {
      for file in try corpus.files(folder) {
        let difference = differential.difference(in: file.bytes)
        suites.check(difference == nil, "\(file): \(difference ?? "")")
      }
    }
    var damaged = Outcome("the tokenizer on damaged documents, seed \(seed)")
    var mutation = Mutation(seed: seed)
    let files = try corpus.documents().filter { $0.bytes.count < 20_000 }
    for i in 0..<(files.isEmpty ? 0 : count) {
      let file = files[i % files.count]
      let bytes = mutation.damaged(file.bytes, other: files[(i * 7 + 3) % files.count].bytes)
      let difference = differential.difference(in: bytes)
      let start = String(decoding: bytes.prefix(400), as: UTF8.self)
      damaged.check(difference == nil, "\(file), mutation \(i): \(difference ?? "")\n  \(start)")
    }
    return [suites, damaged]
  }
}
