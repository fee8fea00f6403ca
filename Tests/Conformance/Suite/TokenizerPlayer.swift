import Sluice
import SluiceFeed
import SluiceTokenizer
import TestSupport

/// Plays one walk: calls the tokenizer, and keeps what the model says it must have returned.
struct TokenizerPlayer: ~Copyable {
  enum Call: CaseIterable { case next, skipValue, withValue, withContainer }

  /// Where the walk is, in the model's tokens.
  struct Position: Equatable {
    /// The next token.
    var token = 0
    /// Where the last piece of it ended, if some were returned.
    var pieceEnd: Int?
    /// The last token, if it is an opening bracket.
    var opened: Int?
  }

  /// What a call must lead to.
  enum Answer: Equatable {
    /// An answer that changes nothing, as that no value comes next.
    case nothing
    case token
    /// The value ends before this token.
    case value(from: Int, to: Int)
    case skipped(to: Int)
    case tooLarge
    case fault
  }

  var tokenizer: JSONTokenizer
  let walk: TokenizerWalk
  let base: Int64
  var random: SeededGenerator
  var fed = 0
  var isFinished = false
  var position = Position()
  /// Whether a skip that needed bytes was not answered since.
  var isSkipping = false
  /// Whether `withContainer` needed bytes, and nothing was answered since.
  var lends = false
  var failure: String?
  /// Whether the walk ended: at the end, after a fault, or where the model has no opinion.
  var isOver = false
  var log: [String] = []

  var tokens: [TokenModel.Token] { walk.model.tokens }

  init(_ walk: TokenizerWalk, seed: UInt64) throws {
    let base: Int64 = seed.isMultiple(of: 3) ? 1 << 33 : 0
    let tokenizer = try JSONTokenizer(options: walk.options, offset: base)
    self.init(walk, tokenizer, base: base, seed: seed)
  }

  init(_ walk: TokenizerWalk, _ tokenizer: consuming JSONTokenizer, base: Int64, seed: UInt64) {
    self.walk = walk
    self.tokenizer = tokenizer
    self.base = base
    random = SeededGenerator(seed: seed)
  }

  /// Feeds the text, and calls after each chunk.
  mutating func play(cuts: [Int]) throws -> String? {
    // A tokenizer that was used before, up to any place.
    if Int.random(in: 0..<4, using: &random) == 0 {
      tokenizer.feed(walk.text.prefix(Int.random(in: 0...walk.text.count, using: &random)))
      for call in Call.allCases { _ = try? run(call) }
      tokenizer.reset(offset: base)
    }
    var start = 0
    for end in cuts + [walk.text.count] {
      let chunk = walk.text[start..<end]
      log.append("feed \(end - start)")
      tokenizer.feed(chunk)
      if Int.random(in: 0..<8, using: &random) == 0 { tokenizer.feed([UInt8]()) }
      (fed, start) = (end, end)
      if let difference = try callUntilStarved() { return difference }
    }
    log.append("finish")
    tokenizer.finish()
    if Bool.random(using: &random) { tokenizer.feed(Array("[1]".utf8)) }
    return try playToEnd()
  }

  mutating func playToEnd() throws -> String? {
    (fed, isFinished) = (walk.text.count, true)
    var calls = 0
    while !isOver {
      if let difference = try call(randomCall()) { return difference }
      // Calls without effect may follow each other at random.
      calls += 1
      if calls > 20 * (tokens.count + walk.text.count + 10) { return describe("it does not end") }
    }
    return nil
  }

  private mutating func callUntilStarved() throws -> String? {
    var last = randomCall()
    var patience = Int.random(in: 1...3, using: &random)
    while !isOver, patience > 0 {
      if let difference = try call(last) { return difference }
      if tokenizer.needsBytes {
        patience -= 1
        if Int.random(in: 0..<3, using: &random) > 0 { continue }
      }
      // Sometimes more is fed before everything is read.
      if Int.random(in: 0..<12, using: &random) == 0 { patience = 0 }
      last = randomCall()
    }
    return nil
  }

  private mutating func randomCall() -> Call {
    // Tokens lead into containers, the other calls past them.
    Bool.random(using: &random) ? .next : Call.allCases.randomElement(using: &random) ?? .next
  }

  func describe(_ difference: String) -> String {
    "\(difference), after \(log.suffix(12).joined(separator: ", ")) (token \(position.token))"
  }
}

/// The calls.
extension TokenizerPlayer {
  /// What a call returned.
  enum Result {
    case token(KeptPiece)
    case nothing
    case skipped
    /// Nil: a scalar whose contents are not valid, which `.accessed` does not look at.
    case lent([UInt8]?)
  }

  struct KeptPiece {
    let kind: JSONToken.Kind
    let start: Int
    let content: Range<Int>
    let depth: Int
    let isFirst: Bool
    let isLast: Bool
    let raw: [UInt8]
  }

  mutating func run(_ call: Call) throws -> Result {
    switch call {
    case .next:
      guard try tokenizer.next() != nil else { return .nothing }
      let token = tokenizer.token
      let start = Int(token.offset - base)
      let hasQuote = token.isFirst && (token.kind == .key || token.kind == .string)
      let from = start + (hasQuote ? 1 : 0)
      return .token(
        KeptPiece(
          kind: token.kind, start: start, content: from..<from + token.rawCount, depth: token.depth,
          isFirst: token.isFirst, isLast: token.isLast, raw: token.rawBytes))
    case .skipValue: return try tokenizer.skipValue() ? .skipped : .nothing
    case .withValue:
      return try tokenizer.withValue { .lent(try? $0.rawBytes) } ?? .nothing
    case .withContainer:
      return try tokenizer.withContainer { .lent(try? $0.rawBytes) } ?? .nothing
    }
  }

  /// Makes a call and compares its answer. Returns the difference.
  mutating func call(_ call: Call) throws -> String? {
    let expected = answer(to: call)
    log.append("\(call)")
    let result: Result
    do {
      result = try run(call)
    } catch let error as JSONError {
      return takeError(error, expected)
    }
    if let failure { return describe("an answer after \(failure)") }
    if tokenizer.needsBytes {
      guard case .nothing = result else { return describe("an answer, and it needs more") }
      log.append("…")
      if isSure(of: expected.answer, expected.position) { return describe("it needs no more") }
      remember(call, expected.position)
      return nil
    }
    return take(result, expected.answer, expected.position)
  }

  /// Notes a call that needs more.
  private mutating func remember(_ call: Call, _ position: Position) {
    if call == .skipValue { isSkipping = true }
    if call == .withContainer, !isSkipping, position.opened != nil { lends = true }
  }

  private mutating func takeError(
    _ error: JSONError, _ expected: (answer: Answer, position: Position)
  ) -> String? {
    let found = TokenizerWalk.name(error, base)
    if error.code == .tooLarge, found != walk.verdict {
      guard mayBeTooLarge(expected) else { return describe("\(found) for what is not too large") }
      settle(expected.position)
      return nil
    }
    if found != walk.verdict { return describe("\(found) instead of \(walk.verdict ?? "none")") }
    guard failure != nil || isNearFault(expected.answer) else {
      return describe("\(found) too early")
    }
    // It is thrown again, whatever is called, and whatever more is fed.
    isOver = failure != nil && Int.random(in: 0..<4, using: &random) == 0
    failure = found
    return nil
  }

  /// An answer ends the calls that waited.
  private mutating func settle(_ position: Position) {
    self.position = position
    (isSkipping, lends) = (false, false)
  }

  private mutating func take(
    _ result: Result, _ expected: Answer, _ before: Position
  ) -> String? {
    settle(before)
    switch (result, expected) {
    case (.nothing, .nothing):
      isOver = before.token == tokens.count && isFinished && log.last == "next"
    case (.skipped, .skipped(let to)): position = Position(token: to)
    case (.lent(let bytes), .value(let from, let to)):
      let range = tokens[from].start..<tokens[to - 1].end
      let isUnchecked = walk.options.checking == .accessed && !tokens[from].opens
      if bytes != Array(walk.text[range]), bytes != nil || !isUnchecked {
        return describe("lent \(String(decoding: bytes ?? [], as: UTF8.self))")
      }
      position = Position(token: to)
    case (.lent, .fault) where walk.options.checking == .accessed:
      // Faults inside a value were not looked for: from here on, the model has no opinion.
      isOver = true
      return nil
    case (.nothing, .fault) where log.last == "withValue" && before.token == tokens.count:
      // A place for a key is none for a value, whatever is there.
      return nil
    case (.token(let piece), .token), (.token(let piece), .fault):
      if let difference = differenceOf(piece) { return describe(difference) }
    default: return describe("\(result) instead of \(expected)")
    }
    return differenceOfPlace()
  }
}
