import Sluice
import SluiceFeed
import SluiceTokenizer
import TestSupport

/// Random calls of a tokenizer (`next`, `skipValue`, `withValue`, `withContainer`) while a text is fed in chunks, each
/// answer compared with what `TokenModel` says of the whole text.
///
/// A call that needs more bytes must be one that can't be answered from what was fed. After it, the same call or another
/// one follows, with or without a chunk in between: what it was asked for is not lost, and nothing else has changed.
public struct TokenizerWalk {
  public let text: [UInt8]
  public let options: TokenizerOptions
  let model: TokenModel
  /// The fault of the text, as `code@offset`.
  let verdict: String?

  /// The fault is the one that the tokens of the unfed text lead to; under `.full`, the one that the full check finds.
  public init(_ text: [UInt8], _ options: TokenizerOptions) throws {
    self.text = text
    self.options = options
    model = TokenModel(text, options)
    var tokenizer = try JSONTokenizer(options: options)
    tokenizer.feed(text)
    tokenizer.finish()
    var verdict: String?
    do throws(JSONError) {
      while try tokenizer.next() != nil {}
    } catch {
      verdict = Self.name(error, 0)
    }
    self.verdict = verdict
  }

  static func name(_ error: JSONError, _ base: Int64) -> String {
    "\(error.code)@\(Int64(error.offset) - base)"
  }

  /// Cuts the text at the given places. Returns the first difference from the model; nil: there is none.
  public func difference(cutAt cuts: [Int], seed: UInt64) throws -> String? {
    var player = try TokenizerPlayer(self, seed: seed)
    return try player.play(cuts: cuts)
  }

  /// The same for a tokenizer that reads at most `piece` bytes at a time.
  public func difference(reading piece: Int, seed: UInt64) throws -> String? {
    var taken = 0
    let text = text
    let tokenizer = try unsafe JSONTokenizer(options: options) { (room) throws(JSONError) in
      let count = min(piece, room.count, text.count - taken)
      unsafe room.copyBytes(from: text[taken..<taken + count])
      taken += count
      return count
    }
    var player = TokenizerPlayer(self, tokenizer, base: 0, seed: seed)
    return try player.playToEnd()
  }

  /// Random options, small enough that all limits matter.
  public static func options(_ random: inout SeededGenerator) -> TokenizerOptions {
    TokenizerOptions(
      checking: Bool.random(using: &random) ? .full : .accessed,
      takesSeveralDocuments: Int.random(in: 0..<3, using: &random) == 0,
      depthLimit: Int.random(in: 0..<4, using: &random) == 0
        ? Int.random(in: 1...4, using: &random) : 1024,
      windowSize: Bool.random(using: &random)
        ? Int.random(in: 64...160, using: &random) : 128 << 10,
      maximumRecordSize: Int.random(in: 0..<3, using: &random) == 0
        ? Int.random(in: 1...100, using: &random) : 64 << 20)
  }

  /// Some walks with everything chosen by a seed.
  public static func difference(in bytes: [UInt8], walks: Int, seed: UInt64) throws -> String? {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<walks {
      if let difference = try difference(in: bytes, &random) { return difference }
    }
    return nil
  }

  /// A walk with everything chosen at random. Returns a difference, with what repeats it.
  public static func difference(in bytes: [UInt8], _ random: inout SeededGenerator) throws
    -> String?
  {
    // A text that ends anywhere is a text that is finished at any time.
    let isWhole = Int.random(in: 0..<3, using: &random) > 0
    let text =
      isWhole ? bytes : Array(bytes.prefix(Int.random(in: 0...bytes.count, using: &random)))
    let walk = try TokenizerWalk(text, options(&random))
    if let difference = walk.differenceOfVerdict() { return difference }
    let seed = random.next()
    let way: String
    let difference: String?
    if Int.random(in: 0..<5, using: &random) == 0 {
      let piece = Int.random(in: 1...100, using: &random)
      way = "reading \(piece)"
      difference = try walk.difference(reading: piece, seed: seed)
    } else {
      let most = [1, 4, 20, text.count][Int.random(in: 0..<4, using: &random)]
      let cuts =
        most == text.count
        ? Array(text.indices)
        : (0..<most).map { _ in Int.random(in: 0...text.count, using: &random) }.sorted()
      way = "cut at \(cuts.count > 30 ? "each byte" : "\(cuts)")"
      difference = try walk.difference(cutAt: cuts, seed: seed)
    }
    return difference.map {
      "\($0)\n  seed \(seed), \(way), \(walk.options)\n  \(String(decoding: text, as: UTF8.self))"
    }
  }

  /// Whether the model and the core's check agree on the text.
  public func differenceOfVerdict() -> String? {
    if model.isFaulty != (verdict != nil) {
      return
        "the model finds \(model.isFaulty ? "a" : "no") fault, the tokenizer \(verdict ?? "none")"
    }
    guard options.checking == .full, !options.takesSeveralDocuments else { return nil }
    var checker = JSONChecker(depthLimit: options.depthLimit)
    do throws(JSONError) {
      try checker.check(text)
      return verdict.map { "the full check finds no fault, the tokenizer \($0)" }
    } catch {
      let expected = Self.name(error, 0)
      return verdict == expected
        ? nil : "the full check finds \(expected), the tokenizer \(verdict ?? "none")"
    }
  }
}
