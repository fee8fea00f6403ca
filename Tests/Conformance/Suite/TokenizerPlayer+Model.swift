import Sluice
import SluiceFeed
import SluiceTokenizer

/// What the model says of the next call.
extension TokenizerPlayer {
  /// What a call must answer, and the position that it starts from: after the skip that waits, if one does.
  func answer(to call: Call) -> (answer: Answer, position: Position) {
    var start = position
    if isSkipping {
      switch skipTarget(position) {
      case .skipped(let to): start = Position(token: to)
      case .fault: return (.fault, position)
      default: break
      }
      // The waiting skip is what another `skipValue` answers.
      if call == .skipValue { return (skipTarget(position), position) }
    }
    switch call {
    case .next:
      if start.token < tokens.count { return (.token, start) }
      return (walk.model.isFaulty ? .fault : .nothing, start)
    case .skipValue: return (skipTarget(start), start)
    case .withValue:
      if lends, let opened = start.opened { return (value(at: opened), start) }
      guard start.pieceEnd == nil else { return (.nothing, start) }
      guard start.token < tokens.count else {
        return (walk.model.isFaulty ? .fault : .nothing, start)
      }
      let token = tokens[start.token]
      return (token.closes || token.kind == .key ? .nothing : value(at: start.token), start)
    case .withContainer:
      guard let opened = start.opened else { return (.nothing, start) }
      return (value(at: opened), start)
    }
  }

  private func value(at first: Int) -> Answer {
    guard let end = walk.model.end(ofValueAt: first) else { return .fault }
    let size = tokens[end - 1].end - tokens[first].start
    return size > walk.options.maximumRecordSize ? .tooLarge : .value(from: first, to: end)
  }

  private func skipTarget(_ start: Position) -> Answer {
    guard start.token < tokens.count else {
      return walk.model.isFaulty ? .fault : .nothing
    }
    if start.pieceEnd == nil, tokens[start.token].closes { return .nothing }
    let isKey = tokens[start.token].kind == .key
    let first = isKey ? start.token + 1 : start.token
    return walk.model.end(ofValueAt: first).map { .skipped(to: $0) } ?? .fault
  }

  /// Whether what was fed suffices for an answer.
  func isSure(of answer: Answer, _ start: Position) -> Bool {
    if isFinished { return true }
    // A skip that waits ends first.
    if isSkipping, start.token > 0, start != position, !isFed(start.token) { return false }
    switch answer {
    case .fault: return false
    case .nothing:
      if start.pieceEnd != nil { return true }
      return start.token < tokens.count && isFed(start.token + 1)
    case .token: return isFed(start.token + 1)
    case .value(_, let to), .skipped(let to): return isFed(to)
    case .tooLarge: return false
    }
  }

  /// Whether the first `count` tokens are known to be whole.
  private func isFed(_ count: Int) -> Bool {
    // The first bytes may be those of another encoding.
    guard fed >= 8 else { return false }
    let last = tokens[count - 1]
    return last.isOpenEnded ? last.end < fed : last.end <= fed
  }

  /// Whether the text has a fault where the call looked.
  func isNearFault(_ answer: Answer) -> Bool { answer == .fault }

  /// Whether a value that was asked for exceeds the limit, or is damaged further on than the limit.
  func mayBeTooLarge(_ expected: (answer: Answer, position: Position)) -> Bool {
    if expected.answer == .tooLarge { return true }
    guard expected.answer == .fault else { return false }
    let first = expected.position.opened ?? expected.position.token
    let start = first < tokens.count ? tokens[first].start : tokens.last?.end ?? 0
    return walk.text.count - start > walk.options.maximumRecordSize
  }

  /// Takes a token or a piece of one. Returns a difference.
  mutating func differenceOf(_ piece: KeptPiece) -> String? {
    let start = position.token
    let found = "\(piece.kind)@\(piece.start)/\(piece.depth)"
    guard piece.content.upperBound <= walk.text.count,
      Array(walk.text[piece.content]) == piece.raw
    else { return "\(found) with another text" }
    guard piece.isFirst == (position.pieceEnd == nil) else { return "\(found), isFirst" }
    if let pieceEnd = position.pieceEnd, pieceEnd != piece.start {
      return "\(found) after a piece that ended at \(pieceEnd)"
    }
    if piece.isFirst != piece.isLast || !piece.isFirst {
      // Only a token that fills a window comes in pieces.
      guard piece.kind == .key || piece.kind == .string || piece.kind == .number else {
        return "\(found) in pieces"
      }
    }
    guard start < tokens.count else {
      // The beginning of a token whose fault is further on.
      position.pieceEnd = piece.content.upperBound
      position.opened = nil
      return piece.isLast ? "\(found) after the last token" : nil
    }
    let token = tokens[start]
    guard piece.kind == token.kind, piece.depth == token.depth,
      !piece.isFirst || piece.start == token.start
    else { return "\(found) instead of \(token)" }
    guard piece.isLast else {
      position.pieceEnd = piece.content.upperBound
      position.opened = nil
      return piece.content.upperBound < token.content.upperBound ? nil : "\(found) is no last piece"
    }
    position = Position(token: start + 1, opened: token.opens ? start : nil)
    return piece.content.upperBound == token.content.upperBound ? nil : "\(found) is cut"
  }

  /// Compares the tokenizer's own words for where it is.
  func differenceOfPlace() -> String? {
    guard position.pieceEnd == nil else { return nil }
    let next = position.token < tokens.count ? tokens[position.token] : nil
    if let next, tokenizer.depth != next.depth + (next.closes ? 1 : 0) {
      return describe("depth \(tokenizer.depth) before \(next)")
    }
    let least = position.token > 0 ? tokens[position.token - 1].end : 0
    let most = next?.start ?? walk.text.count
    let offset = Int(tokenizer.offset - base)
    return (least...max(least, most)).contains(offset)
      ? nil : describe("offset \(offset), not in \(least)...\(most)")
  }
}
